import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/index.js';
import { findLedgerEnd } from '../ledger-end.js';
import { PartSize } from '../part-size.js';
import { positionOf, type WalkPosition } from './ledger-walk.sql.js';

/** Walks over new entries of the ledger, in short parts. One process at a time: a part locks the position of its walk. */
export class LedgerWalk {
  private readonly size = new PartSize();

  /** @param part made by `sumPart` for this position. */
  constructor(
    private readonly database: Database,
    private readonly position: WalkPosition,
    private readonly part: string,
    private readonly stopping: AbortSignal,
  ) {}

  /** Sums every entry that no open transaction can still precede, or until another process is found summing. */
  async round(): Promise<void> {
    const [position] = await this.database.query<{ entries_to: string; is_behind: boolean }>(
      positionOf(this.position),
    );
    if (!position!.is_behind) return;
    const end = await findLedgerEnd((text, values) => this.database.query(text, values), this.stopping);
    for (let to: string | undefined = position!.entries_to; to !== undefined && BigInt(to) < BigInt(end);) {
      if (this.stopping.aborted) return;
      to = await this.sumPart(end);
    }
  }

  /** Sums a part, then pauses as long as it took. @returns the position; undefined while another process is summing. */
  private async sumPart(end: string): Promise<string | undefined> {
    const started = performance.now();
    try {
      const values = [end, this.size.rows];
      const rows = await this.database.query<{ entries_to: string }>(this.part, values);
      return rows[0]?.entries_to;
    } finally {
      const took = performance.now() - started;
      this.size.took(took);
      // A stop ends the pause; the caller sees the signal.
      await sleep(took, undefined, { signal: this.stopping }).catch(() => undefined);
    }
  }
}
