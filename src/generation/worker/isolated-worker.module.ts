import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { PredictionsModule } from '../predictions.module.js';
import { AdvancingModule } from './advancing.module.js';
import { IsolatedWorker } from './isolated-worker.js';
import { LeaseHolder } from './lease-holder.js';

/** Runs in `src/isolated.ts`. */
@Module({
  imports: [AdvancingModule, EnginesModule, PredictionsModule],
  providers: [IsolatedWorker, LeaseHolder],
})
export class IsolatedWorkerModule {}
