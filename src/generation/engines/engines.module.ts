import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MetricsModule } from '../../platform/metrics/index.js';
import { PredictionsModule } from '../predictions.module.js';
import { CircuitMetrics } from './circuit-metrics.js';
import { EngineCapacity } from './engine-capacity.js';
import { EngineChoice } from './engine-choice.js';
import { OfferReader } from './offer-reader.js';
import { ProviderCircuitEntity } from './provider-circuit.entity.js';
import { ProviderCircuits } from './provider-circuits.js';

/** Decides which engine may get work now, but submits nothing. Relies on providers to report failures on the operator's side as such. */
@Module({
  imports: [MetricsModule, PredictionsModule, TypeOrmModule.forFeature([ProviderCircuitEntity])],
  providers: [CircuitMetrics, EngineChoice, EngineCapacity, OfferReader, ProviderCircuits],
  exports: [EngineChoice, EngineCapacity, ProviderCircuits],
})
export class EnginesModule {}
