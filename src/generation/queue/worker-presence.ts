/**
 * This worker's heartbeat: a session advisory lock on the LISTEN connection. When the process dies, the server releases the lock with the
 * session, and other workers see that its leases are abandoned.
 *
 * The worker never waits for the lock. If the server did not notice a lost connection, its session may hold the lock for hours: the worker
 * then draws a new number, and its next renewal moves its leases to it. If the lock is free, as after a restart of the database, the worker
 * keeps its number, so that its leases stay valid.
 */
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Listener, type Queryable, queryableOf, sql, statement } from '../../platform/database/index.js';

/** The worker's number is the object of the lock. */
export const WORKER_LOCK_CLASS = 726_401;

/**
 * After this worker has a new session, the other workers may have lost theirs for the same reason: a new leader of the database knows no
 * lock. Clearly more than a listener needs to reconnect (4 s).
 */
const RECONNECTING_MS = 6_000;

const TRY_LOCK = statement('generation.try-worker-lock', {
  parameters: { lockClass: sql.integer, worker: sql.integer },
  row: { locked: sql.boolean },
  text: 'select pg_try_advisory_lock($lockClass::int, $worker::int) as locked',
});

const randomWorkerId = () => randomInt(1, 2 ** 31 - 1);

@Injectable()
export class WorkerPresence {
  private id = randomWorkerId();
  private present = false;
  private expected = false;
  private hasLost = false;
  /** By performance.now. */
  private regainedAt = -Infinity;

  constructor(private readonly listener: Listener) {}

  /** In `leased_by` of predictions that this process claims from now on. */
  get workerId(): number {
    return this.id;
  }

  /** Without the lock the worker claims nothing, because other workers would release the leases at once. */
  get isPresent(): boolean {
    return this.present;
  }

  /** True when a missing lock of another worker means that its process is dead. */
  get canJudgeOthers(): boolean {
    return this.present && performance.now() - this.regainedAt > RECONNECTING_MS;
  }

  /** True whether the worker of this process holds the lock or not. */
  get isExpected(): boolean {
    return this.expected;
  }

  /**
   * Acquires the lock now and on every new connection. Running work continues while the lock is missing: if another worker claims the
   * prediction meanwhile, our next write changes nothing.
   */
  async acquireLock(onAcquired: () => void = () => undefined): Promise<void> {
    this.expected = true;
    await this.listener.hold(
      async (client) => {
        await this.takeLock(queryableOf(client));
        this.present = true;
        if (this.hasLost) this.regainedAt = performance.now();
        onAcquired();
      },
      () => {
        this.present = false;
        this.hasLost = true;
      },
    );
  }

  private async takeLock(session: Queryable): Promise<void> {
    const isLocked = async () =>
      (await session.run(TRY_LOCK, { lockClass: WORKER_LOCK_CLASS, worker: this.id }))[0]!.locked;
    while (!(await isLocked())) this.id = randomWorkerId();
  }
}
