import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/index.js';
import { CreditsModule } from '../credits/index.js';
import { GenerationController } from './generation.controller.js';
import { GenerationService } from './generation.service.js';
import { IdempotencyStore } from './idempotency.store.js';
import { ModelScope } from './model-scope.js';
import { OutputStore } from './output.store.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { PredictionCreation } from './prediction.creation.js';
import { PredictionPresenter } from './prediction.presenter.js';
import { PredictionProcessor } from './prediction.processor.js';
import { PredictionQueue } from './prediction.queue.js';
import { PredictionReader } from './prediction.reader.js';
import { PredictionSettlement } from './prediction.settlement.js';
import { PredictionStatusService } from './prediction-status.service.js';
import { SettlementHub } from './settlement-hub.js';
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
  imports: [AssetsModule, CreditsModule],
  controllers: [GenerationController],
  providers: [
    GenerationService,
    IdempotencyStore,
    ModelScope,
    OutputStore,
    PredictionAdvancer,
    PredictionCreation,
    PredictionPresenter,
    PredictionProcessor,
    PredictionQueue,
    PredictionReader,
    PredictionSettlement,
    PredictionStatusService,
    SettlementHub,
    Sweeper,
    WaitingLine,
    WorkerEvents,
    WorkerPresence,
    WorkSignal,
    WorkTools,
  ],
  exports: [PredictionPresenter],
})
export class GenerationModule {}
