/**
 * The default metrics of Node.js have the usual names that dashboards expect, without our prefix. Applications in one process share them,
 * and their collection starts once. The dropped lines of the log are counted with them.
 */
import { collectDefaultMetrics, Counter, type Histogram, Registry } from 'prom-client';
import { countDroppedLines } from '../log/index.js';

/** Longer blocks of the event loop are visible, and an idle process stays idle. */
const LOOP_SAMPLE_MS = 50;

/** Gauges whose names end like a counter's: each is the sum of the gauge by `type` whose name it begins with. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
/** As the library names garbage collections. */
const COLLECTIONS = ['major', 'minor', 'incremental', 'weakcb'];

let registry: Registry | undefined;

/** The first call starts the collection. */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
    new Counter({
      name: 'offprint_log_lines_dropped_total',
      help: 'Lines of the log that its reader did not take.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(countDroppedLines());
      },
    });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
    const collections = registry.getSingleMetric('nodejs_gc_duration_seconds') as Histogram<'kind'>;
    for (const kind of COLLECTIONS) collections.zero({ kind });
  }
  return registry;
}
