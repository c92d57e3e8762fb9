import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdmissionModule } from '../admission/index.js';
import { AssetsModule } from '../assets/index.js';
import { CircuitsModule } from './engines/circuits.module.js';
import { CreditsModule } from '../credits/index.js';
import { MetricsModule } from '../metrics/index.js';
import { ClockCorrection } from './worker/clock-correction.js';
import { EngineChoice } from './engines/engine-choice.js';
import { EngineRoom } from './engines/engine-room.js';
import { GenerationMetrics } from './store/generation-metrics.js';
import { GenerationController } from './api/generation.controller.js';
import { GenerationService } from './api/generation.service.js';
import { IdempotencyStore } from './store/idempotency.store.js';
import { IsolatedRuns } from './worker/isolated-runs.js';
import { IsolatedWorker } from './worker/isolated-worker.js';
import { InlineInputSweeper } from './worker/inline-input-sweeper.js';
import { InlineInputs } from './store/inline-inputs.js';
import { LongPolls } from './api/long-polls.js';
import { ModelScope } from './api/model-scope.js';
import { OutputStore } from './worker/output.store.js';
import { PredictionAdvancer } from './worker/prediction.advancer.js';
import { PredictionCreation } from './store/prediction.creation.js';
import { PredictionEnding } from './store/prediction.ending.js';
import { PredictionPresenter } from './api/prediction.presenter.js';
import { PredictionProcessor } from './worker/prediction.processor.js';
import { PredictionQueue } from './store/prediction.queue.js';
import { PredictionReader } from './store/prediction.reader.js';
import { PredictionSettlement } from './store/prediction.settlement.js';
import { PredictionStatusService } from './api/prediction-status.service.js';
import { StatusLookAhead } from './api/status-look-ahead.js';
import { QueueMetrics } from './store/queue-metrics.js';
import { SettlementHub } from './store/settlement-hub.js';
import { SuspectQueue } from './store/suspect.queue.js';
import { Sweeper } from './worker/sweeper.js';
import { WaitingLine } from './store/waiting-line.js';
import { WorkTools } from './worker/work-tools.js';
import { WorkerEvents } from './worker/worker-events.js';
import { WorkerPresence } from './worker/worker-presence.js';
import { WorkSignal } from './store/work-signal.js';
import { IdempotencyKeyEntity } from './store/idempotency-key.entity.js';
import { InlineInputEntity } from './store/inline-input.entity.js';
import { PredictionEntity } from './store/prediction.entity.js';
import { QueueClockEntity } from './store/queue-clock.entity.js';

/**
 * Owns the life of a prediction, from the charge to the capture or the refund. It never talks to an engine itself:
 * providers say what happened, this module decides what follows. It relies on the database for every promise: one
 * charge, one settlement, one worker at a time.
 */
@Module({
  imports: [
    AdmissionModule,
    AssetsModule,
    CircuitsModule,
    CreditsModule,
    MetricsModule,
    TypeOrmModule.forFeature([IdempotencyKeyEntity, InlineInputEntity, PredictionEntity, QueueClockEntity]),
  ],
  controllers: [GenerationController],
  providers: [
    ClockCorrection,
    EngineChoice,
    EngineRoom,
    GenerationMetrics,
    GenerationService,
    IdempotencyStore,
    IsolatedRuns,
    IsolatedWorker,
    InlineInputs,
    InlineInputSweeper,
    LongPolls,
    ModelScope,
    OutputStore,
    PredictionAdvancer,
    PredictionCreation,
    PredictionEnding,
    PredictionPresenter,
    PredictionProcessor,
    PredictionQueue,
    PredictionReader,
    StatusLookAhead,
    PredictionSettlement,
    PredictionStatusService,
    QueueMetrics,
    SettlementHub,
    SuspectQueue,
    Sweeper,
    WaitingLine,
    WorkerEvents,
    WorkerPresence,
    WorkSignal,
    WorkTools,
  ],
  exports: [
    GenerationService,
    PredictionEnding,
    PredictionPresenter,
    PredictionStatusService,
    WorkerPresence,
  ],
})
export class GenerationModule {}
