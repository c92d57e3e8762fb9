import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { UploadData } from '../assets/index.js';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { PredictionsModule } from '../generation/index.js';
import { ACCOUNT_ERASURES, AccountEraser } from './deletion/account-eraser.js';
import type { AccountErasure } from './deletion/account-erasure.js';

/** Runs the round that erases deleted accounts, in processes with the role `worker`. */
@Module({})
export class AccountErasureModule {
  /** @param erasures of extensions. @param modules of extensions, whose exported services they may inject. */
  static forRoot(
    erasures: readonly Type<AccountErasure>[],
    modules: readonly (Type | DynamicModule)[],
  ): DynamicModule {
    const all = {
      provide: ACCOUNT_ERASURES,
      inject: [...erasures],
      useFactory: (...made: AccountErasure[]) => made,
    };
    return {
      module: AccountErasureModule,
      imports: [AuditModule, CreditsModule, PredictionsModule, ...modules],
      providers: [AccountEraser, UploadData, ...erasures, all],
      exports: [AccountEraser],
    };
  }
}
