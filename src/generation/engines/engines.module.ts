import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MetricsModule } from '../../metrics/index.js';
import { StoreModule } from '../store/store.module.js';
import { CircuitMetrics } from './circuit-metrics.js';
import { EngineCapacity } from './engine-capacity.js';
import { EngineChoice } from './engine-choice.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import { ProviderCircuits } from './provider-circuits.js';

/**
 * Owns which engine may be given work now: circuits, capacity, and the next route when an engine is not accepting. It
 * submits nothing. It relies on providers to report whose fault a failure was.
 */
@Module({
  imports: [MetricsModule, StoreModule, TypeOrmModule.forFeature([ProviderCircuitEntity])],
  providers: [CircuitMetrics, EngineChoice, EngineCapacity, ProviderCircuits],
  exports: [EngineChoice, EngineCapacity, ProviderCircuits],
})
export class EnginesModule {}
