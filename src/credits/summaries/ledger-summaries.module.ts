import { Module } from '@nestjs/common';
import { LedgerSummaries } from './ledger-summaries.js';

/** Runs the round that sums the ledger, in processes with the role `worker`. */
@Module({ providers: [LedgerSummaries], exports: [LedgerSummaries] })
export class LedgerSummariesModule {}
