/**
 * Leases, waits and deadlines are times of the database clock. When that clock was ahead and steps back, a row written meanwhile would wait
 * until the clock has caught up. After the correction nothing waits more than a minute too long.
 *
 * Once a second the process compares the database clock with its own monotonic clock. At its start it does not know of earlier steps: it
 * then corrects only rows that were certainly written in the future.
 */
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Config } from '../../platform/config/index.js';
import {
  Database,
  endStalledSessions,
  isDatabaseUnavailable,
  sql,
  statement,
} from '../../platform/database/index.js';
import { Round } from '../../platform/schedule/index.js';
import { ProviderCircuits } from '../engines/provider-circuits.js';
import { PredictionQueue } from '../queue/prediction.queue.js';

/** A slewed clock and the drift between two clocks stay below. */
const MIN_STEP_MS = 2_000;
/** A second correction follows, because statements that read the clock before the step may commit after the first. */
const SECOND_CORRECTION_MS = 5_000;

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
  private minOffsetMs?: number;
  private secondCorrectionAtMs = Infinity;

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
    const before = this.minOffsetMs;
    const { minMs, maxMs } = await this.readOffset();
    if (before === undefined) await this.correct(false);
    else if (before - maxMs > MIN_STEP_MS) {
      this.logger.warn(`the database clock stepped back by ${Math.round((before - maxMs) / 1000)} s`);
      await this.correct(true);
      this.secondCorrectionAtMs = performance.now() + SECOND_CORRECTION_MS;
    } else if (performance.now() >= this.secondCorrectionAtMs) {
      await this.correct(true);
      this.secondCorrectionAtMs = Infinity;
    }
    // Set last, so that the next round repeats a correction that failed.
    this.minOffsetMs = minMs;
  }

  /** The database reads its clock between the request and the response, which bounds the offset. */
  private async readOffset(): Promise<{ minMs: number; maxMs: number }> {
    const sentMs = performance.now();
    const [row] = await this.database.run(READ_CLOCK, {});
    return { minMs: row!.now_ms - performance.now(), maxMs: row!.now_ms - sentMs };
  }

  private async correct(hasStepped: boolean): Promise<void> {
    // Stalled sessions are ended first: a row that they have locked cannot be corrected.
    if (hasStepped) await this.endStalled();
    await this.circuits.correctFuture();
    const corrected = await this.queue.correctFuture(this.config.worker.leaseSeconds, hasStepped);
    if (corrected > 0) this.logger.warn(`corrected ${corrected} predictions with times in the future`);
  }

  private async endStalled(): Promise<void> {
    const ended = await endStalledSessions(this.database);
    if (ended > 0) this.logger.warn(`ended ${ended} sessions whose timeouts were stopped by the clock step`);
  }
}
