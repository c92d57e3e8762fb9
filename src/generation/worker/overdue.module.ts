import { Module } from '@nestjs/common';
import { StoreModule } from '../store/store.module.js';
import { OverduePredictions } from './overdue-predictions.js';

/** Ends what is overdue, in processes of every role. */
@Module({ imports: [StoreModule], providers: [OverduePredictions] })
export class OverdueModule {}
