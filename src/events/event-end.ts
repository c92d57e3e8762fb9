import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/database/index.js';
import { IS_PASSED, NEWEST_EVENT } from './event-listeners.sql.js';

/** Transactions of the service take milliseconds. A longer one is awaited in the next round. */
const POLLS = 20;
const POLL_MS = 5;

/** A position may become visible after a higher one, so listeners read up to one that no open transaction can still precede. */
export class EventEnd {
  private end = 0n;
  /** A position, and the transaction id before which every lower one was taken. */
  private barrier: { position: bigint; xid: string } | null = null;
  private finding?: Promise<bigint>;

  constructor(private readonly database: Database) {}

  /** The position is final: every event up to it is visible, or was rolled back. Calls at once share one result. */
  find(): Promise<bigint> {
    this.finding ??= this.advance().finally(() => (this.finding = undefined));
    return this.finding;
  }

  private async advance(): Promise<bigint> {
    this.barrier ??= await this.createBarrier();
    for (let poll = 0; this.barrier && poll < POLLS; poll += 1) {
      const [row] = await this.database.run(IS_PASSED, { xid: this.barrier.xid });
      if (row!.is_passed) {
        this.end = this.barrier.position;
        this.barrier = null;
      } else await sleep(POLL_MS);
    }
    return this.end;
  }

  private async createBarrier() {
    const [row] = await this.database.run(NEWEST_EVENT, { end: this.end });
    return row!.xid === null ? null : { position: BigInt(row!.newest), xid: row!.xid };
  }
}
