import { Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.js';
import { HttpMetrics } from './http-metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.js';

/**
 * Owns the metrics endpoint and the metrics of the HTTP server and the connections. Every other metric belongs to its
 * module, which registers it in `Metrics`. Metrics never influence a decision.
 */
@Module({
  controllers: [MetricsController],
  providers: [Metrics, HttpMetrics, DatabaseMetrics],
  exports: [Metrics, HttpMetrics],
})
export class MetricsModule {}
