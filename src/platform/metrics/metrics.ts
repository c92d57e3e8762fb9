import { Injectable, Logger } from '@nestjs/common';
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Figures, sumFigures } from './figures.js';
import { processMetrics } from './process-metrics.js';

/** https://prometheus.io/docs/practices/naming */
const PREFIX = 'offprint_';

/**
 * The metrics of this process, for `prom-client`. Each module registers its own, under a name without the prefix `offprint_`, and
 * keeps it up to date; this class only exposes them. Applications in one process share nothing here.
 */
@Injectable()
export class Metrics {
  private readonly logger = new Logger('metrics');
  private readonly registry = new Registry();
  private readonly collectors: (() => Promise<void>)[] = [];
  private pendingRead?: Promise<string>;
  private readAll?: () => Promise<Figures[]>;

  /** @internal */
  get contentType(): string {
    return this.registry.contentType;
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.registry] });
  }

  /** @param aggregator how the values of several processes become one: `max` for what all of them read in the database. */
  gauge<L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    aggregator: Aggregator = 'sum',
  ): Gauge<L> {
    return new Gauge({ name: PREFIX + name, help, labelNames, aggregator, registers: [this.registry] });
  }

  /** @param buckets upper bounds, ascending and few: each is a series per combination of labels. */
  histogram<L extends string>(
    name: string,
    help: string,
    { labelNames, buckets }: { labelNames: readonly L[]; buckets: number[] },
  ): Histogram<L> {
    return new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [this.registry] });
  }

  /**
   * Calls `fill` before every scrape, with these gauges empty. When it throws, its gauges are missing from that scrape: an unavailable
   * metric never keeps its old value. A gauge without labels cannot be missing (it would be 0), so a metric that may fail needs a label.
   */
  onRead(gauges: readonly { reset(): void }[], fill: () => void | Promise<void>): void {
    this.collectors.push(async () => {
      gauges.forEach((gauge) => gauge.reset());
      try {
        await fill();
      } catch (error) {
        gauges.forEach((gauge) => gauge.reset());
        this.logger.warn(`figures are missing: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }

  /** Returns Prometheus's text format, including the metrics of the process. Concurrent scrapes share one result. @internal */
  read(): Promise<string> {
    this.pendingRead ??= this.render().finally(() => (this.pendingRead = undefined));
    return this.pendingRead;
  }

  /** @internal From now on `read` returns the sum of what `readAll` returns: the figures of all processes that share a port. */
  sumWith(readAll: () => Promise<Figures[]>): void {
    this.readAll = readAll;
  }

  /** @internal @param filled false: without querying the database, for a process that ends. */
  async figures({ filled = true } = {}): Promise<Figures> {
    if (filled) await this.fill();
    return this.all().getMetricsAsJSON();
  }

  private async render(): Promise<string> {
    if (this.readAll) return sumFigures(await this.readAll()).metrics();
    await this.fill();
    return this.all().metrics();
  }

  private async fill(): Promise<void> {
    await Promise.all(this.collectors.map((fill) => fill()));
  }

  private all(): Registry {
    return Registry.merge([this.registry, processMetrics()]);
  }
}
