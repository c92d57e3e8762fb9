import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/index.js';
import { findLedgerEnd } from '../ledger-end.js';
import { PartSize } from '../part-size.js';
import type { SUM_PART, SUMMARY_POSITION } from './summaries.sql.js';

/** Works in short parts. One process at a time: a part locks the position of its walk. */
export class LedgerWalk {
  private readonly size = new PartSize();

  constructor(
    private readonly database: Database,
    private readonly position: typeof SUMMARY_POSITION,
    private readonly part: typeof SUM_PART,
    private readonly stopping: AbortSignal,
  ) {}

  /** Sums every entry that no open transaction can still precede, or until another process is found summing. */
  async round(): Promise<void> {
    const [position] = await this.database.run(this.position, {});
    if (!position!.is_behind) return;
    const end = await findLedgerEnd(this.database, this.stopping);
    for (let to: string | undefined = position!.entries_to; to !== undefined && BigInt(to) < BigInt(end);) {
      if (this.stopping.aborted) return;
      to = await this.sumPart(end);
    }
  }

  /** Sums a part, then pauses as long as it took. @returns the position; undefined while another process is summing. */
  private async sumPart(end: string): Promise<string | undefined> {
    const started = performance.now();
    try {
      const [part] = await this.database.run(this.part, { to: end, rows: this.size.rows });
      return part?.entries_to;
    } finally {
      const took = performance.now() - started;
      this.size.took(took);
      // A stop ends the pause; the caller sees the signal.
      await sleep(took, undefined, { signal: this.stopping }).catch(() => undefined);
    }
  }
}
