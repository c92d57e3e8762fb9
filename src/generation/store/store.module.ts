import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '../../credits/index.js';
import { MetricsModule } from '../../metrics/index.js';
import { ExpiredOutputs } from './expired-outputs.js';
import { GenerationMetrics } from './generation-metrics.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { InlineInputEntity } from './inline-input.entity.js';
import { InlineInputs } from './inline-inputs.js';
import { PredictionCreation } from './prediction.creation.js';
import { PredictionEnding } from './prediction.ending.js';
import { PredictionEntity } from './prediction.entity.js';
import { PredictionQueue } from './prediction.queue.js';
import { PredictionReader } from './prediction.reader.js';
import { PredictionSettlement } from './prediction.settlement.js';
import { QueueClockEntity } from './queue-clock.entity.js';
import { QueueMetrics } from './queue-metrics.js';
import { SettlementHub } from './settlement-hub.js';
import { SuspectQueue } from './suspect.queue.js';
import { WaitingLine } from './waiting-line.js';
import { WorkSignal } from './work-signal.js';
import { WorkerPresence } from './worker-presence.js';

const STORES = [
  ExpiredOutputs,
  GenerationMetrics,
  IdempotencyStore,
  InlineInputs,
  PredictionCreation,
  PredictionEnding,
  PredictionQueue,
  PredictionReader,
  PredictionSettlement,
  SettlementHub,
  SuspectQueue,
  WaitingLine,
  WorkSignal,
  WorkerPresence,
];

/**
 * Owns every statement about a prediction, from the charge to the capture or the refund, and what processes tell each
 * other about it. It does nothing by itself. It relies on the database for every promise: one charge, one settlement, one
 * worker at a time.
 */
@Module({
  imports: [
    CreditsModule,
    MetricsModule,
    TypeOrmModule.forFeature([IdempotencyKeyEntity, InlineInputEntity, PredictionEntity, QueueClockEntity]),
  ],
  providers: [...STORES, QueueMetrics],
  exports: STORES,
})
export class StoreModule {}
