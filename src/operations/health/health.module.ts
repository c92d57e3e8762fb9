import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { EnginesModule, PredictionsModule } from '../../generation/index.js';
import { MetricsModule } from '../../platform/metrics/index.js';
import { HealthController } from './health.controller.js';
import { ReadinessLog } from './readiness-log.js';
import { StorageHealth } from './storage-health.js';

/**
 * Owns liveness and readiness. It never calls an engine; it reports the circuits that predictions have opened. No engine makes a process
 * unready: without engines it still serves reads and keeps queued predictions.
 */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), EnginesModule, MetricsModule, PredictionsModule],
  controllers: [HealthController],
  providers: [ReadinessLog, StorageHealth],
})
export class HealthModule {}
