/**
 * What any Node.js process tells about itself: processor time, memory, the event loop, garbage collection. Under the names
 * that dashboards know them by, without our prefix. They belong to the process, so applications that share one share them,
 * and what watches it is started once.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

/** How often the event loop's delay is sampled: what is slower than this shows, and an idle process stays idle. */
const LOOP_SAMPLE_MS = 50;

let registry: Registry | undefined;

/** From the first call on. */
export function processFigures(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  }
  return registry;
}
