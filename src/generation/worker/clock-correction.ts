/**
 * Leases, waits and deadlines are times of the database clock. When that clock was ahead and steps back, a row written meanwhile would wait
 * until the clock has caught up. After the correction nothing waits more than a minute too long.
 *
 * Once a second the process compares the database clock with its own monotonic clock. At its start it does not know of earlier steps: it
 * then corrects only rows that were certainly written in the future.
 *
 * A correction skips locked rows, and does not see times that were read before the step and are not committed. So it is repeated while it
 * skips rows, and once more when each transaction that was open at the first has ended.
 */
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import {
  Database,
  endStalledSessions,
  FROZEN_TRANSACTION_MS,
  isDatabaseUnavailable,
  sql,
  statement,
} from '../../platform/database/index.js';
import { Round } from '../../platform/schedule/index.js';
import { ProviderCircuits } from '../engines/provider-circuits.js';
import { PredictionQueue } from '../queue/prediction.queue.js';

/** A slewed clock and the drift between two clocks stay below. */
const MIN_STEP_MS = 2_000;

const READ_CLOCK = statement('generation.read-clock', {
  parameters: {},
  row: { now_ms: sql.float8 },
  isPrepared: true,
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms',
});

@Injectable()
export class ClockCorrection implements OnApplicationBootstrap {
  private readonly logger = new Logger('clock');
  /** The offset is between the database clock and `performance.now()` at the last comparison. */
  private minOffsetMs = -Infinity;
  private hasStepped = false;
  /** By `performance.now()`. */
  private nextCorrectionMs = -Infinity;
  private lastCorrectionMs = performance.now() + FROZEN_TRANSACTION_MS;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly config: Config,
    private readonly database: Database,
    private readonly queue: PredictionQueue,
    private readonly circuits: ProviderCircuits,
  ) {}

  onApplicationBootstrap(): void {
    new Round(this.registry, 'correct-clock', () => this.round());
  }

  async round(): Promise<void> {
    try {
      await this.compare();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  private async compare(): Promise<void> {
    const { minMs, maxMs } = await this.readOffset();
    const stepMs = this.minOffsetMs - maxMs;
    this.minOffsetMs = minMs;
    if (stepMs > MIN_STEP_MS) {
      this.logger.warn(`the database clock stepped back by ${Math.round(stepMs / 1000)} s`);
      this.hasStepped = true;
      this.nextCorrectionMs = performance.now();
      this.lastCorrectionMs = this.nextCorrectionMs + FROZEN_TRANSACTION_MS;
    }
    if (performance.now() >= this.nextCorrectionMs) await this.correct();
  }

  /** The database reads its clock between the request and the response, which bounds the offset. */
  private async readOffset(): Promise<{ minMs: number; maxMs: number }> {
    const sentMs = performance.now();
    const [row] = await this.database.run(READ_CLOCK, {});
    return { minMs: row!.now_ms - performance.now(), maxMs: row!.now_ms - sentMs };
  }

  private async correct(): Promise<void> {
    const isLast = performance.now() >= this.lastCorrectionMs;
    // Stalled sessions are ended first: a row that they have locked cannot be corrected.
    if (this.hasStepped) await this.endStalled();
    await this.circuits.correctFuture();
    const { leaseSeconds } = this.config.worker;
    const { corrected, skipped } = await this.queue.correctFuture(leaseSeconds, this.hasStepped);
    if (corrected > 0) this.logger.warn(`corrected ${corrected} predictions with times in the future`);
    // Set last, so that the next round repeats a correction that failed.
    if (isLast) this.nextCorrectionMs = Infinity;
    else if (skipped === 0) this.nextCorrectionMs = this.lastCorrectionMs;
  }

  private async endStalled(): Promise<void> {
    const ended = await endStalledSessions(this.database);
    if (ended > 0) this.logger.warn(`ended ${ended} sessions whose timeouts were stopped by the clock step`);
  }
}
