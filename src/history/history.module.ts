import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation/index.js';
import { HistoryController } from './history.controller.js';
import { HistoryReader } from './history.reader.js';

/** Owns both history routes. It only reads, and shows a prediction exactly as the status endpoint does. */
@Module({
  imports: [GenerationModule],
  controllers: [HistoryController],
  providers: [HistoryReader],
  exports: [HistoryReader],
})
export class HistoryModule {}
