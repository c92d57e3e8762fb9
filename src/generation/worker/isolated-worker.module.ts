import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { StoreModule } from '../store/store.module.js';
import { AdvancingModule } from './advancing.module.js';
import { IsolatedWorker } from './isolated-worker.js';
import { LeaseHolder } from './lease-holder.js';

/** The worker of an isolated process (`src/isolated.ts`), which runs suspects alone. */
@Module({
  imports: [AdvancingModule, EnginesModule, StoreModule],
  providers: [IsolatedWorker, LeaseHolder],
})
export class IsolatedWorkerModule {}
