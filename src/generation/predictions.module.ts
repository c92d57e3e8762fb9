import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '../credits/index.js';
import { MetricsModule } from '../platform/metrics/index.js';
import { IdempotencyStore } from './creation/idempotency.store.js';
import { IdempotencyKeyEntity } from './creation/idempotency-key.entity.js';
import { InlineInputEntity } from './creation/inline-input.entity.js';
import { InlineInputs } from './creation/inline-inputs.js';
import { PredictionCreation } from './creation/prediction.creation.js';
import { QueuePositions } from './estimates/queue-positions.js';
import { RunTimeEntity } from './estimates/run-time.entity.js';
import { RunTimes } from './estimates/run-times.js';
import { GenerationMetrics } from './generation-metrics.js';
import { ExpiredOutputs } from './outputs/expired-outputs.js';
import { WorkerDisk } from './outputs/worker-disk.js';
import { PredictionEntity } from './prediction.entity.js';
import { PredictionExport } from './prediction.export.js';
import { PredictionReader } from './prediction.reader.js';
import { PlanPlaces } from './queue/plan-places.js';
import { PredictionQueue } from './queue/prediction.queue.js';
import { QueueClockEntity } from './queue/queue-clock.entity.js';
import { QueueMetrics } from './queue/queue-metrics.js';
import { QueueState } from './queue/queue-state.js';
import { SuspectQueue } from './queue/suspect.queue.js';
import { WorkSignal } from './queue/work-signal.js';
import { WorkerPresence } from './queue/worker-presence.js';
import { PredictionDeletion } from './settlement/prediction.deletion.js';
import { PredictionEnding } from './settlement/prediction.ending.js';
import { PredictionErasure } from './settlement/prediction.erasure.js';
import { PredictionRemoval } from './settlement/prediction.removal.js';
import { PredictionSettlement } from './settlement/prediction.settlement.js';
import { RemovalPositionEntity } from './settlement/removal-position.entity.js';
import { RemovedPredictionEntity } from './settlement/removed-prediction.entity.js';
import { SettlementHub } from './settlement/settlement-hub.js';

const EXPORTED = [
  ExpiredOutputs,
  GenerationMetrics,
  IdempotencyStore,
  InlineInputs,
  PlanPlaces,
  PredictionCreation,
  PredictionDeletion,
  PredictionEnding,
  PredictionErasure,
  PredictionExport,
  PredictionQueue,
  PredictionReader,
  PredictionRemoval,
  PredictionSettlement,
  QueuePositions,
  QueueState,
  SettlementHub,
  SuspectQueue,
  WorkSignal,
  WorkerDisk,
  WorkerPresence,
];

/**
 * Contains every statement about predictions and the notifications between processes. Constraints and single statements guarantee one
 * charge, one settlement and one worker at a time. It runs no rounds of its own.
 */
@Module({
  imports: [
    CreditsModule,
    MetricsModule,
    TypeOrmModule.forFeature([
      IdempotencyKeyEntity,
      InlineInputEntity,
      PredictionEntity,
      QueueClockEntity,
      RemovalPositionEntity,
      RemovedPredictionEntity,
      RunTimeEntity,
    ]),
  ],
  providers: [...EXPORTED, QueueMetrics, RunTimes],
  exports: EXPORTED,
})
export class PredictionsModule {}
