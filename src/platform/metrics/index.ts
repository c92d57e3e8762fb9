export { type Figures, sumFigures } from './figures.js';
export { HttpMetrics } from './http-metrics.js';
export { Metrics } from './metrics.js';
export { MetricsModule } from './metrics.module.js';
