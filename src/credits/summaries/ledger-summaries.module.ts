import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits.module.js';
import { CreditExpiryRounds } from '../expiry/credit-expiry.rounds.js';
import { LedgerSummaries } from './ledger-summaries.js';

/** Runs in processes with the role `worker`. */
@Module({
  imports: [CreditsModule],
  providers: [CreditExpiryRounds, LedgerSummaries],
  exports: [CreditExpiryRounds, LedgerSummaries],
})
export class LedgerSummariesModule {}
