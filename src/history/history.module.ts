import { Module } from '@nestjs/common';
import { GenerationApiModule, PredictionsModule } from '../generation/index.js';
import { AllPredictionsReader } from './all-predictions.reader.js';
import { HistoryController } from './history.controller.js';
import { HistoryReader } from './history.reader.js';

/** Owns the lists of past predictions. It only reads, and presents a prediction exactly as the status endpoint does. */
@Module({
  imports: [GenerationApiModule, PredictionsModule],
  controllers: [HistoryController],
  providers: [AllPredictionsReader, HistoryReader],
  exports: [AllPredictionsReader, HistoryReader],
})
export class HistoryModule {}
