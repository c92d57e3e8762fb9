/**
 * Keeps what ended processes have counted. Without it every end of a process would lower the sums, and Prometheus takes a
 * lower counter for a restart and counts the rest again.
 */
import { type Figures, sumFigures } from '../metrics/index.js';

export class RetiredFigures {
  /** The sum so far, and those that are not in it yet. */
  private parts: Figures[] = [];
  private summing = Promise.resolve();

  /** Adds the counters and histograms of a process; gauges end with it. They count at once, also while it sums. */
  add(figures: Figures): void {
    this.parts.push(cumulative(figures));
    this.summing = this.summing.then(() => this.sum());
  }

  /** To be added up. */
  get figures(): Figures[] {
    return this.parts;
  }

  /** Keeps one part: processes may end any number of times. */
  private async sum(): Promise<void> {
    const { length } = this.parts;
    const sum = await sumFigures(this.parts).getMetricsAsJSON();
    this.parts = [sum, ...this.parts.slice(length)];
  }
}

/** Selects what never decreases. */
export function cumulative(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
