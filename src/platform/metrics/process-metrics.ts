/**
 * The default metrics of a Node.js process: processor time, memory, event loop, garbage collection. They have the
 * usual names that dashboards expect, without our prefix. Applications in one process share them, and their
 * collection starts once. With them: what the process has lost of its log.
 */
import { collectDefaultMetrics, Counter, type Histogram, Registry } from 'prom-client';
import { countDroppedLines } from '../log/index.js';

/** The sampling interval of the event loop's delay: longer blocks are visible, and an idle process stays idle. */
const LOOP_SAMPLE_MS = 50;

/** Gauges whose names end like a counter's: each is the sum of the gauge by `type` whose name it begins with. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
/** What Node.js collects, as the library names it. */
const COLLECTIONS = ['major', 'minor', 'incremental', 'weakcb'];

let registry: Registry | undefined;

/** Returns the registry of the process. Starts collecting at the first call. */
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
