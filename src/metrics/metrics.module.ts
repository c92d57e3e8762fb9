import { Module } from '@nestjs/common';
import { DatabaseMetrics } from './database-metrics.js';
import { HttpMetrics } from './http-metrics.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/**
 * Owns how the figures of a process are read, and those of its HTTP server and its connections. Every other figure
 * belongs to the module that knows it, which makes it in `Metrics`. It never decides anything by them.
 */
@Module({
  controllers: [MetricsController],
  providers: [Metrics, HttpMetrics, DatabaseMetrics],
  exports: [Metrics, HttpMetrics],
})
export class MetricsModule {}
