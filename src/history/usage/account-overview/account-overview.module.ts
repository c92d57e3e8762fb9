import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../../admission/index.js';
import { CreditsModule } from '../../../credits/index.js';
import { KeysModule } from '../../../keys/index.js';
import { DashboardPredictionsModule } from '../../dashboard-predictions.module.js';
import { OverviewController } from './account-overview.controller.js';
import { OverviewService } from './account-overview.service.js';

/** Runs in processes with the role `api`. */
@Module({
  imports: [AdmissionModule, CreditsModule, DashboardPredictionsModule, KeysModule],
  controllers: [OverviewController],
  providers: [OverviewService],
})
export class AccountOverviewModule {}
