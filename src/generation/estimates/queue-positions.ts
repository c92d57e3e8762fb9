/**
 * Reads the first predictions of the fair queue at most once a second, so polls add no load. Positions of later predictions are not shown.
 */
import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { Config } from '../../platform/config/index.js';
import { Database, PacedRead } from '../../platform/database/index.js';
import { ProviderRegistry } from '../../providers/index.js';
import { WORKER_LOCK_CLASS } from '../queue/worker-presence.js';
import { type PlaceCounts, secondsUntilEnds } from './queue-estimate.js';
import { FIRST_WAITING } from './queue-positions.sql.js';
import { RunTimes } from './run-times.js';

const MAX_AGE_MS = 1_000;

export interface QueuePosition {
  /** 1 for the next prediction. */
  position: number;
  etaSeconds: number;
}

@Injectable()
export class QueuePositions {
  private positions = new Map<string, QueuePosition>();
  private readAtMs = -Infinity;
  private reading?: Promise<void>;
  private readonly reads = new PacedRead();
  /** Engines that bound their predictions over all processes. */
  private readonly limited: string[];

  constructor(
    private readonly database: Database,
    private readonly runTimes: RunTimes,
    private readonly providers: ProviderRegistry,
    private readonly catalogue: Catalogue,
    private readonly config: Config,
  ) {
    const names = providers.all.map(({ name }) => name);
    this.limited = names.filter((name) => catalogue.limitsOf(name).concurrency !== undefined);
  }

  /** @returns undefined for a prediction that does not wait or is not among the first. */
  async find(id: string): Promise<QueuePosition | undefined> {
    if (!this.positions.has(id) || performance.now() - this.readAtMs > MAX_AGE_MS) {
      this.reading ??= this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.positions.get(id);
  }

  private async read(): Promise<void> {
    if (performance.now() - this.readAtMs < MAX_AGE_MS / 4) return;
    // Before the statement: its result may wait in the socket of a frozen process.
    const askedAtMs = performance.now();
    await this.runTimes.refresh();
    const rows = await this.reads.run(() =>
      this.database.run(FIRST_WAITING, { lockClass: WORKER_LOCK_CLASS, limitedEngines: this.limited }),
    );
    if (rows === null) return;
    const runs = rows.map(
      ({ provider, model_key, workload, cost, elapsed_seconds, is_awaited: isAwaited }) => ({
        provider,
        isAwaited,
        elapsedSeconds: elapsed_seconds ?? 0,
        ...this.runTimes.expect({ modelKey: model_key, workload, cost }),
      }),
    );
    const count = rows.filter((row) => row.elapsed_seconds === null).length;
    const places = this.placesOf(rows[0]?.workers ?? 0);
    const ends = secondsUntilEnds(runs.slice(0, count), runs.slice(count), places);
    this.positions = new Map(
      ends.map((seconds, index) => [
        rows[index]!.id,
        { position: index + 1, etaSeconds: Math.max(1, Math.ceil(seconds)) },
      ]),
    );
    this.readAtMs = askedAtMs;
  }

  /** Counts the places as if all workers had the settings of this process. */
  private placesOf(workers: number): PlaceCounts {
    const count = Math.max(1, workers);
    const of = (name: string): number => {
      const { concurrency = Infinity } = this.catalogue.limitsOf(name);
      return Math.min(count * (this.providers.find(name)?.places ?? Infinity), concurrency);
    };
    const areHeldToEnd = (name: string) => this.limited.includes(name);
    return { all: count * this.config.worker.concurrency, of, areHeldToEnd };
  }
}
