import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { PredictionsModule } from '../predictions.module.js';
import { AdvancingModule } from './advancing.module.js';
import { IsolatedWorker } from './isolated-worker.js';
import { LeaseHolder } from './lease-holder.js';

/** The worker of an isolated process (`src/isolated.ts`), which runs suspects alone. */
@Module({
  imports: [AdvancingModule, EnginesModule, PredictionsModule],
  providers: [IsolatedWorker, LeaseHolder],
})
export class IsolatedWorkerModule {}
