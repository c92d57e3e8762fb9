import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/index.js';
import { GenerationApiModule } from '../generation/index.js';
import { DashboardPredictionsController } from './dashboard-predictions.controller.js';
import { DashboardPredictions } from './dashboard-predictions.service.js';
import { HistoryModule } from './history.module.js';
import { ThumbnailLinks } from './thumbnail-links.js';

/** Owns the routes of predictions for signed-in users, who have no key, in processes with the role `api`. */
@Module({
  imports: [CreditsModule, GenerationApiModule, HistoryModule],
  controllers: [DashboardPredictionsController],
  providers: [DashboardPredictions, ThumbnailLinks],
  exports: [DashboardPredictions, ThumbnailLinks],
})
export class DashboardPredictionsModule {}
