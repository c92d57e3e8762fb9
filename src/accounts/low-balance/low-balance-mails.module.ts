import { Module } from '@nestjs/common';
import { CreditsModule } from '../../credits/index.js';
import { AccountsModule } from '../accounts.module.js';
import { LowBalanceMails } from './low-balance-mails.js';

/** Runs the round in processes with the role `worker`. */
@Module({
  imports: [AccountsModule, CreditsModule],
  providers: [LowBalanceMails],
  exports: [LowBalanceMails],
})
export class LowBalanceMailsModule {}
