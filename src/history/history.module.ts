import { Module } from '@nestjs/common';
import { GenerationApiModule } from '../generation/index.js';
import { AllPredictionsReader } from './all-predictions.reader.js';
import { HistoryController } from './history.controller.js';
import { HistoryReader } from './history.reader.js';
import { SpendingReader } from './spending.reader.js';

/**
 * Owns the lists of past predictions and their totals. It only reads, and presents a prediction exactly as the status
 * endpoint does.
 */
@Module({
  imports: [GenerationApiModule],
  controllers: [HistoryController],
  providers: [AllPredictionsReader, HistoryReader, SpendingReader],
  exports: [AllPredictionsReader, HistoryReader, SpendingReader],
})
export class HistoryModule {}
