/**
 * Repairs what a wrong database clock has left in the future. Leases, waits and deadlines are times of the database's
 * clock; when that clock was ahead and steps back, a row written meanwhile would wait until the clock has caught up. This
 * corrects such rows, so that nothing waits more than a minute longer than it should.
 *
 * A step is noticed by comparing the database's clock with this process's monotonic clock once a second. Nothing is known
 * of the time before a process started: it then corrects only what was certainly written in the future.
 */
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../config/index.js';
import { Database, endStalledSessions, isDatabaseUnavailable } from '../../database/index.js';
import { Round } from '../../schedule/index.js';
import { ProviderCircuits } from '../engines/provider-circuits.js';
import { PredictionQueue } from '../store/prediction.queue.js';

const ROUND_MS = 1_000;
/** A clock that is slewed, or two clocks that drift apart, are no step. */
const STEP_MS = 2_000;
/** A second correction follows: statements that read the clock before the step may commit after the first. */
const AGAIN_MS = 5_000;

@Injectable()
export class ClockCorrection implements OnApplicationBootstrap {
  private readonly logger = new Logger('clock');
  /** The least that the database's clock can have been ahead of `performance.now()` when they were last compared. */
  private leastOffsetMs?: number;
  private againAtMs = Infinity;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly database: Database,
    private readonly queue: PredictionQueue,
    private readonly circuits: ProviderCircuits,
  ) {}

  onApplicationBootstrap(): void {
    new Round(this.registry, 'correct-clock', ROUND_MS, () => this.round());
  }

  async round(): Promise<void> {
    try {
      await this.compare();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  private async compare(): Promise<void> {
    const before = this.leastOffsetMs;
    const { leastMs, mostMs } = await this.readOffset();
    if (before === undefined) await this.correct(false);
    else if (before - mostMs > STEP_MS) {
      this.logger.warn(`the database's clock stepped back by ${Math.round((before - mostMs) / 1000)} s`);
      await this.correct(true);
      this.againAtMs = performance.now() + AGAIN_MS;
    } else if (performance.now() >= this.againAtMs) {
      await this.correct(true);
      this.againAtMs = Infinity;
    }
    // Last: a correction that the database did not take is tried again by the next round.
    this.leastOffsetMs = leastMs;
  }

  /** The database reads its clock somewhere between the sending and the answer, which bounds the offset. */
  private async readOffset(): Promise<{ leastMs: number; mostMs: number }> {
    const sentMs = performance.now();
    const [row] = await this.database.prepared<{ now_ms: number }>(
      'read-clock',
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
      [],
    );
    return { leastMs: row!.now_ms - performance.now(), mostMs: row!.now_ms - sentMs };
  }

  private async correct(hasStepped: boolean): Promise<void> {
    // First: a row that a stalled session has locked cannot be corrected.
    if (hasStepped) await this.endStalled();
    await this.circuits.correctFuture();
    const corrected = await this.queue.correctFuture(this.config.worker.leaseSeconds, hasStepped);
    if (corrected > 0) this.logger.warn(`corrected ${corrected} predictions that were in the future`);
  }

  private async endStalled(): Promise<void> {
    const ended = await endStalledSessions(this.database);
    if (ended > 0) this.logger.warn(`ended ${ended} sessions whose timeouts stopped with the clock`);
  }
}
