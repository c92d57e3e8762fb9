import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/index.js';
import { AssetsModule } from '../assets/index.js';
import { CircuitsModule } from '../circuits/index.js';
import { CreditsModule } from '../credits/index.js';
import { MetricsModule } from '../metrics/index.js';
import { ClockCorrection } from './clock-correction.js';
import { EngineChoice } from './engine-choice.js';
import { EngineRoom } from './engine-room.js';
import { GenerationMetrics } from './generation-metrics.js';
import { GenerationController } from './generation.controller.js';
import { GenerationService } from './generation.service.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IsolatedRuns } from './isolated-runs.js';
import { IsolatedWorker } from './isolated-worker.js';
import { InlineInputSweeper } from './inline-input-sweeper.js';
import { InlineInputs } from './inline-inputs.js';
import { LongPolls } from './long-polls.js';
import { ModelScope } from './model-scope.js';
import { OutputStore } from './output.store.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { PredictionCreation } from './prediction.creation.js';
import { PredictionEnding } from './prediction.ending.js';
import { PredictionPresenter } from './prediction.presenter.js';
import { PredictionProcessor } from './prediction.processor.js';
import { PredictionQueue } from './prediction.queue.js';
import { PredictionReader } from './prediction.reader.js';
import { PredictionSettlement } from './prediction.settlement.js';
import { PredictionStatusService } from './prediction-status.service.js';
import { StatusLookAhead } from './status-look-ahead.js';
import { QueueMetrics } from './queue-metrics.js';
import { SettlementHub } from './settlement-hub.js';
import { SuspectQueue } from './suspect.queue.js';
import { Sweeper } from './sweeper.js';
import { WaitingLine } from './waiting-line.js';
import { WorkTools } from './work-tools.js';
import { WorkerEvents } from './worker-events.js';
import { WorkerPresence } from './worker-presence.js';
import { WorkSignal } from './work-signal.js';

/**
 * Owns the life of a prediction, from the charge to the capture or the refund. It never talks to an engine itself:
 * providers say what happened, this module decides what follows. It relies on the database for every promise: one
 * charge, one settlement, one worker at a time.
 */
@Module({
  imports: [AdmissionModule, AssetsModule, CircuitsModule, CreditsModule, MetricsModule],
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
