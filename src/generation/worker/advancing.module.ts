import { Module } from '@nestjs/common';
import { AssetsModule } from '../../assets/index.js';
import { EnginesModule } from '../engines/engines.module.js';
import { StoreModule } from '../store/store.module.js';
import { OutputStore } from './output.store.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { WorkTools } from './work-tools.js';

/** Owns one step of one prediction. It claims nothing: the worker and the isolated worker do. */
@Module({
  imports: [AssetsModule, EnginesModule, StoreModule],
  providers: [OutputStore, PredictionAdvancer, WorkTools],
  exports: [PredictionAdvancer],
})
export class AdvancingModule {}
