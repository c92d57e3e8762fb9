/**
 * Without these every end of a process would lower the sums, and Prometheus takes a lower counter for a restart and counts the rest again.
 */
import { type Figures, sumFigures } from '../metrics/index.js';

export class RetiredFigures {
  /** The first is the sum so far. */
  private parts: Figures[] = [];
  private summing = Promise.resolve();

  /** Gauges end with their process. The others count at once, also while it sums. */
  add(figures: Figures): void {
    this.parts.push(cumulative(figures));
    this.summing = this.summing.then(() => this.sum());
  }

  get figures(): Figures[] {
    return this.parts;
  }

  /** One part is left, because processes may end any number of times. */
  private async sum(): Promise<void> {
    const { length } = this.parts;
    const sum = await sumFigures(this.parts).getMetricsAsJSON();
    this.parts = [sum, ...this.parts.slice(length)];
  }
}

/** Drops what can decrease. */
export function cumulative(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
