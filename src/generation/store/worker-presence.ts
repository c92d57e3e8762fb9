/**
 * This worker's heartbeat: a session advisory lock on the connection that listens. When the process dies, its lock goes
 * with its connection, and other workers see at once that its leases are abandoned.
 *
 * The lock is never waited for. If the connection was lost in silence, the server may hold the lock for the lost session
 * for hours: the worker then takes a new number, and its next renewal moves its leases to it. If the number is free, as
 * after a restart of the database, it is kept, so that leases stay those of a worker that is present.
 */
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Listener } from '../../database/index.js';

/** Class of the advisory locks; the worker's number is the object. */
export const WORKER_LOCK_CLASS = 726_401;

const TRY_LOCK = 'select pg_try_advisory_lock($1::int, $2::int) as locked';

const drawNumber = () => randomInt(1, 2 ** 31 - 1);

@Injectable()
export class WorkerPresence {
  private number = drawNumber();
  private present = false;
  private expected = false;

  constructor(private readonly listener: Listener) {}

  /** What `leased_by` says of predictions that this process claims from now on. */
  get workerId(): number {
    return this.number;
  }

  /** True while the lock is held. Without it nothing is claimed: other workers would release it at once. */
  get isPresent(): boolean {
    return this.present;
  }

  /** True in a process that takes work, whether it holds the lock or not. */
  get isExpected(): boolean {
    return this.expected;
  }

  /**
   * Takes the lock, now and on every new connection; calls `returned` when it is held again. Work that runs goes on while
   * it is missing: should another worker take it over meanwhile, our next write misses.
   */
  async acquireLock(returned: () => void = () => undefined): Promise<void> {
    this.expected = true;
    await this.listener.hold(
      async (client) => {
        await this.takeLock((text, values) => client.query<{ locked: boolean }>(text, values));
        this.present = true;
        returned();
      },
      () => {
        this.present = false;
      },
    );
  }

  private async takeLock(
    query: (text: string, values: unknown[]) => Promise<{ rows: { locked: boolean }[] }>,
  ): Promise<void> {
    while (!(await query(TRY_LOCK, [WORKER_LOCK_CLASS, this.number])).rows[0]!.locked)
      this.number = drawNumber();
  }
}
