import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/index.js';
import { AdminUsageController, UsageController } from './usage.controller.js';
import { UsageReader } from './usage.reader.js';

/**
 * Owns reports about predictions: how many, what they cost and how long they took, by day, model, key, modality, end user and
 * status. It only reads.
 */
@Module({
  imports: [CreditsModule],
  controllers: [UsageController, AdminUsageController],
  providers: [UsageReader],
})
export class UsageModule {}
