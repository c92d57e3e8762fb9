/**
 * Keeps what ended processes have counted. Without it every end of a process would lower the sums, and Prometheus takes a
 * lower counter for a restart and counts the rest again.
 */
import { type Figures, sumFigures } from '../metrics/index.js';

export class RetiredFigures {
  private sum: Figures = [];

  /** Adds the counters and histograms of a process; gauges end with it. */
  async add(figures: Figures): Promise<void> {
    this.sum = await sumFigures([this.sum, cumulative(figures)]).getMetricsAsJSON();
  }

  get figures(): Figures {
    return this.sum;
  }
}

/** Selects what never decreases. */
export function cumulative(figures: Figures): Figures {
  return figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
