import { Module } from '@nestjs/common';
import { AssetsModule } from '../../assets/index.js';
import { EnginesModule } from '../engines/engines.module.js';
import { PredictionsModule } from '../predictions.module.js';
import { OutputStore } from './output.store.js';
import { OutputRetention } from './output-retention.js';
import { PredictionAdvancer } from './prediction.advancer.js';
import { WorkFactory } from './work-factory.js';

/** Advances claimed predictions. The worker and the isolated worker claim. */
@Module({
  imports: [AssetsModule, EnginesModule, PredictionsModule],
  providers: [OutputRetention, OutputStore, PredictionAdvancer, WorkFactory],
  exports: [PredictionAdvancer],
})
export class AdvancingModule {}
