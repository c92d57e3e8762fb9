import { Module } from '@nestjs/common';
import { CreditsModule } from '../../credits/index.js';
import { PredictionsModule } from '../../generation/index.js';
import { AdminOverviewController } from './overview/overview.controller.js';
import { OverviewReader } from './overview/overview.reader.js';
import { AdminUsageController, UsageController } from './usage.controller.js';
import { UsageReader } from './usage.reader.js';

/** Owns reports about predictions: how many, what they cost and how long they took; and the administrators' overview. It only reads. */
@Module({
  imports: [CreditsModule, PredictionsModule],
  controllers: [UsageController, AdminUsageController, AdminOverviewController],
  providers: [OverviewReader, UsageReader],
})
export class UsageModule {}
