import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { processFigures } from './process-figures.js';

/** Of every name: https://prometheus.io/docs/practices/naming. */
const PREFIX = 'offprint_';

/**
 * The figures of this process. Whoever owns a figure makes it here, under a name without the prefix, and keeps it up to
 * date; this class only knows how they are read. Nothing here is shared between applications in one process.
 */
@Injectable()
export class Metrics {
  private readonly logger = new Logger('metrics');
  private readonly registry = new Registry();
  private readonly fillings: (() => Promise<void>)[] = [];
  private reading?: Promise<string>;

  /** Of the text that `read` gives. */
  get contentType(): string {
    return this.registry.contentType;
  }

  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.registry] });
  }

  gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name: PREFIX + name, help, labelNames, registers: [this.registry] });
  }

  /** @param buckets upper bounds, ascending; few, for each is a series per combination of labels. */
  histogram<L extends string>(
    name: string,
    help: string,
    { labelNames, buckets }: { labelNames: readonly L[]; buckets: number[] },
  ): Histogram<L> {
    return new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [this.registry] });
  }

  /**
   * Calls `fill` before every reading, with these gauges empty. When it throws, its gauges are missing from that reading
   * and the others are there: a figure that cannot be had is never shown as an old one. (A gauge without labels cannot be
   * missing, it would be 0: give what may fail a label.)
   */
  onRead(gauges: readonly { reset(): void }[], fill: () => void | Promise<void>): void {
    this.fillings.push(async () => {
      gauges.forEach((gauge) => gauge.reset());
      try {
        await fill();
      } catch (error) {
        gauges.forEach((gauge) => gauge.reset());
        this.logger.warn(`figures are missing: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }

  /** As Prometheus reads it, the process's own figures included. Whoever asks while one is being read gets the same. */
  read(): Promise<string> {
    this.reading ??= this.compose().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async compose(): Promise<string> {
    await Promise.all(this.fillings.map((fill) => fill()));
    return Registry.merge([this.registry, processFigures()]).metrics();
  }
}
