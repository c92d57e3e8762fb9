import { Module } from '@nestjs/common';
import { CreditsModule } from '../../credits/index.js';
import { AccountsModule } from '../accounts.module.js';
import { LowBalanceMails } from './low-balance-mails.js';

/** Runs the round that sends mails about low balances, in processes with the role `worker`. */
@Module({
  imports: [AccountsModule, CreditsModule],
  providers: [LowBalanceMails],
  exports: [LowBalanceMails],
})
export class LowBalanceMailsModule {}
