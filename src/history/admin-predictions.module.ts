import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AuditModule } from '../audit/index.js';
import { CreditsModule } from '../credits/index.js';
import { PredictionsModule } from '../generation/index.js';
import { AdminPredictionsController } from './admin-predictions.controller.js';
import { AdminPredictions } from './admin-predictions.service.js';
import { DashboardPredictionsModule } from './dashboard-predictions.module.js';
import { HistoryModule } from './history.module.js';

/** Owns the routes of predictions of all accounts, for administrators, in processes with the role `api`. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    CreditsModule,
    DashboardPredictionsModule,
    HistoryModule,
    PredictionsModule,
  ],
  controllers: [AdminPredictionsController],
  providers: [AdminPredictions],
})
export class AdminPredictionsModule {}
