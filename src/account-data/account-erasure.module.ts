import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { PredictionsModule } from '../generation/index.js';
import { AccountEraser } from './deletion/account-eraser.js';
import { WriteOff } from './deletion/write-off.js';

/** Runs the round that erases deleted accounts, in processes with the role `worker`. */
@Module({
  imports: [AuditModule, CreditsModule, PredictionsModule],
  providers: [AccountEraser, WriteOff],
  exports: [AccountEraser],
})
export class AccountErasureModule {}
