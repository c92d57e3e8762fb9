import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { EnginesModule, StoreModule } from '../generation/index.js';
import { HealthController } from './health.controller.js';

/**
 * Owns liveness and readiness. It never calls an engine; it reports the circuits that predictions have opened. No
 * engine makes a process unready: without engines it still serves reads and keeps queued predictions.
 */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), EnginesModule, StoreModule],
  controllers: [HealthController],
})
export class HealthModule {}
