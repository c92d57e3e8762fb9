import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { EnginesModule, StoreModule } from '../generation/index.js';
import { HealthController } from './health.controller.js';

/**
 * Owns liveness and readiness. It never calls an engine: it tells what predictions have found out about them. And no
 * engine makes a process unready: while all of them are away it still serves reads, and keeps what waits.
 */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), EnginesModule, StoreModule],
  controllers: [HealthController],
})
export class HealthModule {}
