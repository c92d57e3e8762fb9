/**
 * Learned from predictions that completed without an error. Workers add their measurements to the table `run_times` once a second; every
 * process reads it again after five. A lost measurement is not missed: the numbers order the queue and estimate times, nothing else.
 */
import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Catalogue, type CatalogueModel } from '../../catalogue/index.js';
import { Database } from '../../platform/database/index.js';
import { FORGET, READ, RECORD } from './run-times.sql.js';

const WRITE_AFTER_MS = 1_000;
const READ_AFTER_MS = 5_000;
const FORGET_AFTER_MS = 3_600_000;

/** Known of a prediction before it runs. */
export interface Run {
  modelKey: string;
  /** Null: accepted by a release without workloads. */
  workload: string | null;
  /** Thousandths of a credit. */
  cost: number;
}

export interface RunTime {
  /** From its start to its end. */
  seconds: number;
  /** Of these, the seconds in which it holds a place of a worker. */
  heldSeconds: number;
}

export type MeasuredRun = Run & RunTime & { workload: string };

type Average = RunTime & { cost: number; runs: number };

const NOTHING: Average = { seconds: 0, heldSeconds: 0, cost: 0, runs: 0 };

@Injectable()
export class RunTimes implements BeforeApplicationShutdown {
  private readonly logger = new Logger('run-times');
  private byWorkload = new Map<string, Average>();
  private byModel = new Map<string, Average>();
  private hasRead = false;
  private readAtMs = -Infinity;
  private reading?: Promise<void>;
  private measured = new Map<string, { modelKey: string; average: Average }>();
  private writer?: NodeJS.Timeout;
  private forgotAtMs = -Infinity;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  /** Does not wait for the last second's measurements. */
  beforeApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.writer);
  }

  /**
   * Returns the average of the workload; before that is known, the average of the model, in proportion to the cost; before that, the
   * catalogue's `typicalSeconds`.
   */
  expect({ modelKey, workload, cost }: Run): RunTime {
    const known = workload === null ? undefined : this.byWorkload.get(workload);
    if (known) return known;
    const ofModel = this.byModel.get(modelKey);
    if (ofModel) {
      const share = ofModel.cost > 0 ? cost / ofModel.cost : 1;
      return { seconds: ofModel.seconds * share, heldSeconds: ofModel.heldSeconds * share };
    }
    const seconds = this.catalogue.findServed(modelKey)?.typicalSeconds ?? 1;
    return { seconds, heldSeconds: seconds };
  }

  /** Reads the table again after five seconds. Waits for the first reading only. Never rejects. */
  async refresh(): Promise<void> {
    if (performance.now() - this.readAtMs >= READ_AFTER_MS)
      this.reading ??= this.read().finally(() => (this.reading = undefined));
    if (!this.hasRead) await this.reading;
  }

  record(runs: readonly MeasuredRun[]): void {
    for (const { workload, modelKey, ...run } of runs) {
      const average = including(this.measured.get(workload)?.average ?? NOTHING, { ...run, runs: 1 });
      this.measured.set(workload, { modelKey, average });
    }
    if (this.measured.size === 0 || this.isStopped) return;
    this.writer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
  }

  private async write(): Promise<void> {
    const measured = [...this.measured];
    this.measured = new Map();
    this.writer = undefined;
    const column = (read: (average: Average) => number) => measured.map(([, { average }]) => read(average));
    try {
      await this.database.run(RECORD, {
        workloads: measured.map(([workload]) => workload),
        modelKeys: measured.map(([, { modelKey }]) => modelKey),
        costs: column(({ cost }) => Math.round(cost)),
        seconds: column(({ seconds }) => seconds),
        heldSeconds: column(({ heldSeconds }) => heldSeconds),
        runs: column(({ runs }) => runs),
      });
      if (performance.now() - this.forgotAtMs < FORGET_AFTER_MS) return;
      this.forgotAtMs = performance.now();
      await this.database.run(FORGET, {});
    } catch (error) {
      if (!this.isStopped) this.logger.warn(`could not record durations: ${String(error)}`);
    }
  }

  private async read(): Promise<void> {
    this.readAtMs = performance.now();
    try {
      const rows = await this.database.run(READ, {});
      this.byWorkload = new Map();
      this.byModel = new Map();
      for (const { workload, model_key, cost, seconds, held_seconds, runs } of rows) {
        const average = { seconds, heldSeconds: held_seconds, cost, runs };
        this.byWorkload.set(workload, average);
        this.byModel.set(model_key, including(this.byModel.get(model_key) ?? NOTHING, average));
      }
    } catch (error) {
      if (!this.isStopped) this.logger.warn(`could not read durations: ${String(error)}`);
    }
    this.hasRead = true;
  }
}

/** Weighs the averages by their runs. */
function including(one: Average, other: Average): Average {
  const runs = one.runs + other.runs;
  const weighed = (a: number, b: number) => (a * one.runs + b * other.runs) / runs;
  return {
    seconds: weighed(one.seconds, other.seconds),
    heldSeconds: weighed(one.heldSeconds, other.heldSeconds),
    cost: weighed(one.cost, other.cost),
    runs,
  };
}

/**
 * Identifies runs that are expected to take equally long: of one model, with equal numbers (two digits of them), choices and aspect ratio,
 * and, of a model priced by characters, with a prompt of similar length.
 * @returns a signed 64-bit integer, as text.
 */
export function workloadOf(
  model: Pick<CatalogueModel, 'modelKey' | 'inputSchema' | 'pricing'>,
  input: Readonly<Record<string, unknown>>,
): string {
  const properties = Object.entries((model.inputSchema.properties ?? {}) as Record<string, object>);
  const values = properties
    .filter(([field]) => field !== 'seed')
    .flatMap(([field, schema]) => {
      const value = comparable(input[field], schema);
      return value === undefined ? [] : [[field, value] as const];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const length = model.pricing.perThousandCharacters ? lengthClass(input.prompt) : null;
  const hash = createHash('sha256').update(JSON.stringify([model.modelKey, values, length]));
  return hash.digest().readBigInt64BE().toString();
}

/** Undefined for a value that does not affect how long the run takes, for instance a prompt. */
function comparable(value: unknown, schema: object): number | boolean | string | undefined {
  if (typeof value === 'number') return Number(value.toPrecision(2));
  if (typeof value === 'boolean') return value;
  const isChoice = 'enum' in schema || ('format' in schema && schema.format === 'aspect-ratio');
  return typeof value === 'string' && isChoice ? value : undefined;
}

/** Two lengths of one class differ by a factor of at most √2. */
const lengthClass = (text: unknown): number =>
  typeof text === 'string' && text.length > 0 ? Math.round(2 * Math.log2(text.length)) : 0;
