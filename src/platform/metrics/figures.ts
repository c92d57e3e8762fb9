/**
 * The sum over processes adds counters and histograms. Each gauge declares its rule: `sum` for what a process holds, `max` for what every
 * process reads in the database, `min` for what all must have.
 */
import { AggregatorRegistry, type Registry } from 'prom-client';

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Figures whose processes have restarted keep their names and labels. */
export function sumFigures(processes: readonly Figures[]): Registry {
  return AggregatorRegistry.aggregate([...processes]);
}
