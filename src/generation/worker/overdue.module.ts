import { Module } from '@nestjs/common';
import { PredictionsModule } from '../predictions.module.js';
import { OverduePredictions } from './overdue-predictions.js';

/** Runs in processes of every role. */
@Module({ imports: [PredictionsModule], providers: [OverduePredictions] })
export class OverdueModule {}
