/**
 * This worker's sign of life: a session advisory lock on the connection that listens. When the process dies, its
 * lock goes with its connection, and the living see at once that its leases are nobody's.
 */
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Listener } from '../database/index.js';

/** Class of the advisory locks; the worker's number is the object. */
export const WORKER_LOCK_CLASS = 726_401;

@Injectable()
export class WorkerPresence {
  /** What `leased_by` says of predictions that this process holds. */
  readonly workerId = randomInt(1, 2 ** 31 - 1);
  private present = false;

  constructor(private readonly listener: Listener) {}

  /**
   * Takes the lock, and takes it again on every new connection. Work goes on while it is missing: after a restart of
   * the database everybody's is, for a moment, and should somebody take over meanwhile, our next write misses.
   */
  async appear(): Promise<void> {
    await this.listener.hold(
      async (client) => {
        await client.query('select pg_advisory_lock($1::int, $2::int)', [WORKER_LOCK_CLASS, this.workerId]);
        this.present = true;
      },
      () => {
        this.present = false;
      },
    );
  }

  /** Claim nothing without it: what is claimed by somebody unseen is taken away at once. */
  get isPresent(): boolean {
    return this.present;
  }
}
