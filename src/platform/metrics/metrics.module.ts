import { Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.js';
import { HttpMetrics } from './http-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';

/** Every module registers its own metrics in `Metrics`; this one those of HTTP and connections. Metrics never influence a decision. */
@Module({
  controllers: [MetricsController],
  providers: [Metrics, HttpMetrics, DatabaseMetrics],
  exports: [Metrics, HttpMetrics],
})
export class MetricsModule {}
