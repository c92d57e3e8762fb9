import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/database/index.js';
import { findLedgerEnd } from '../ledger-end.js';
import { PartSize } from '../part-size.js';

/** The statements of a kind of sums. */
interface SumStatements {
  /** Returns `entries_to`, the last summed entry, and `is_behind`. */
  position: string;
  /** Sums entries up to $1, at most $2 of them. Returns the new position; no row while another process is summing. */
  part: string;
}

/** Adds new entries of the ledger to sums, in short parts. One process at a time: a part locks the position of its sums. */
export class LedgerSums {
  private readonly size = new PartSize();

  constructor(
    private readonly database: Database,
    private readonly statements: SumStatements,
    private readonly stopping: AbortSignal,
  ) {}

  /** Sums every entry that no open transaction can still precede, or until another process is found summing. */
  async round(): Promise<void> {
    const [position] = await this.database.query<{ entries_to: string; is_behind: boolean }>(
      this.statements.position,
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
      const rows = await this.database.query<{ entries_to: string }>(this.statements.part, values);
      return rows[0]?.entries_to;
    } finally {
      const took = performance.now() - started;
      this.size.took(took);
      // A stop ends the pause; the caller sees the signal.
      await sleep(took, undefined, { signal: this.stopping }).catch(() => undefined);
    }
  }
}
