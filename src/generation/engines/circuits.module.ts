import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MetricsModule } from '../../metrics/index.js';
import { CircuitMetrics } from './circuit-metrics.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import { ProviderCircuits } from './provider-circuits.js';

/** Owns which engines are not accepting work, and when they are looked at again. It relies on providers to say whose fault it was. */
@Module({
  imports: [MetricsModule, TypeOrmModule.forFeature([ProviderCircuitEntity])],
  providers: [ProviderCircuits, CircuitMetrics],
  exports: [ProviderCircuits],
})
export class CircuitsModule {}
