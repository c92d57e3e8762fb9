import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../../platform/database/index.js';
import { Round } from '../../platform/schedule/index.js';
import { OVERVIEW_POSITION, SUM_OVERVIEW_PART } from '../overview/overview-sums.sql.js';
import { LedgerWalk } from './ledger-walk.js';
import { SUM_PART, SUMMARY_POSITION } from './summaries.sql.js';

/**
 * Adds new entries of the ledger to the sums of accounts and to those of all accounts. Each has its own position and its own rounds, so
 * that neither waits for the other's first summing of a large ledger. No request waits for them: readers add the entries after the position
 * themselves.
 */
@Injectable()
export class LedgerSummaries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly ledger: LedgerWalk;
  private readonly overview: LedgerWalk;
  private rounds: Round[] = [];

  constructor(
    private readonly registry: SchedulerRegistry,
    database: Database,
  ) {
    const { signal } = this.stopping;
    this.ledger = new LedgerWalk(database, SUMMARY_POSITION, SUM_PART, signal);
    this.overview = new LedgerWalk(database, OVERVIEW_POSITION, SUM_OVERVIEW_PART, signal);
  }

  onApplicationBootstrap(): void {
    this.rounds = [
      new Round(this.registry, 'sum-ledger', () => this.ledger.round()),
      new Round(this.registry, 'sum-overview', () => this.overview.round()),
    ];
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the service is stopping'));
    await Promise.all(this.rounds.map((round) => round.stop()));
  }

  async round(): Promise<void> {
    await this.ledger.round();
    await this.overview.round();
  }
}
