import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Database } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { findLedgerEnd } from '../ledger-end.js';
import { PartSize } from '../part-size.js';
import { POSITION, SUM_PART } from './summaries.sql.js';

const ROUND_MS = 5_000;

/**
 * Adds new entries of the ledger to the sums, in its own round and in short parts. Nothing in a request waits for it: readers
 * add the entries after the position themselves. One process at a time: a part locks the position.
 */
@Injectable()
export class LedgerSummaries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly size = new PartSize();
  private rounds?: Round;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Round(this.registry, 'sum-ledger', ROUND_MS, () => this.round());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the service is stopping'));
    await this.rounds?.stop();
  }

  /** Sums every entry that no open transaction can still precede, or until another process is found summing. */
  async round(): Promise<void> {
    const { signal } = this.stopping;
    const [position] = await this.database.query<{ entries_to: string; is_behind: boolean }>(POSITION);
    if (!position!.is_behind) return;
    const end = await findLedgerEnd((text, values) => this.database.query(text, values), signal);
    for (let to: string | undefined = position!.entries_to; to !== undefined && BigInt(to) < BigInt(end);) {
      if (signal.aborted) return;
      to = await this.sumPart(end);
    }
  }

  /** Sums a part, then pauses as long as it took. @returns the position; undefined while another process is summing. */
  private async sumPart(end: string): Promise<string | undefined> {
    const started = performance.now();
    try {
      const rows = await this.database.query<{ entries_to: string }>(SUM_PART, [end, this.size.rows]);
      return rows[0]?.entries_to;
    } finally {
      const took = performance.now() - started;
      this.size.took(took);
      // A stop ends the pause; the caller sees the signal.
      await sleep(took, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }
}
