import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { PredictionsModule } from '../predictions.module.js';
import { AdvancingModule } from './advancing.module.js';
import { ClockCorrection } from './clock-correction.js';
import { InlineInputSweeper } from './inline-input-sweeper.js';
import { IsolatedRuns } from './isolated-runs.js';
import { LeaseHolder } from './lease-holder.js';
import { PredictionProcessor } from './prediction.processor.js';
import { PredictionUpkeep } from './prediction.upkeep.js';
import { PredictionSweeper } from './prediction-sweeper.js';
import { RetentionSweeper } from './retention-sweeper.js';

/** Runs in processes with the role `worker`. Only providers call engines: they report outcomes, this module decides what follows. */
@Module({
  imports: [AdvancingModule, EnginesModule, PredictionsModule],
  providers: [
    ClockCorrection,
    InlineInputSweeper,
    IsolatedRuns,
    LeaseHolder,
    PredictionProcessor,
    PredictionSweeper,
    PredictionUpkeep,
    RetentionSweeper,
  ],
})
export class GenerationWorkerModule {}
