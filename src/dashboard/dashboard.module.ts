import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AdmissionModule } from '../admission/index.js';
import { UploadsModule } from '../assets/index.js';
import { AuditModule } from '../audit/index.js';
import { BillingModule } from '../billing/index.js';
import { CreditsModule } from '../credits/index.js';
import { EnginesModule, GenerationApiModule, PredictionsModule } from '../generation/index.js';
import { HistoryModule } from '../history/index.js';
import { KeysModule } from '../keys/index.js';
import { AdminAccountsController } from './admin/admin-accounts.controller.js';
import { AdminAccounts } from './admin/admin-accounts.service.js';
import { AdminBillingController } from './admin/admin-billing.controller.js';
import { AdminBilling } from './admin/admin-billing.service.js';
import { AdminLedgerController } from './admin/admin-ledger.controller.js';
import { AdminPredictionsController } from './admin/admin-predictions.controller.js';
import { AdminPredictions } from './admin/admin-predictions.service.js';
import { AdminProvidersController } from './admin/admin-providers.controller.js';
import { AdminProviders } from './admin/admin-providers.service.js';
import { AdminSystemController } from './admin/admin-system.controller.js';
import { AdminSystem } from './admin/admin-system.service.js';
import { DashboardCreditsController } from './dashboard-credits.controller.js';
import { DashboardPredictionsController } from './dashboard-predictions.controller.js';
import { DashboardPredictions } from './dashboard-predictions.service.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { SpendingService } from './spending.service.js';
import { ThumbnailLinks } from './thumbnail-links.js';
import { DashboardUploadsController } from './uploads.controller.js';

/**
 * Owns the routes of the web page: those of signed-in users without a key, and those of administrators for all accounts. It
 * contains no rule and no SQL: it calls the services of the API on behalf of an account and combines their results.
 */
@Module({
  imports: [
    AccountsModule,
    AdmissionModule,
    AuditModule,
    BillingModule,
    CreditsModule,
    EnginesModule,
    GenerationApiModule,
    HistoryModule,
    KeysModule,
    PredictionsModule,
    UploadsModule,
  ],
  controllers: [
    OverviewController,
    DashboardPredictionsController,
    DashboardUploadsController,
    DashboardCreditsController,
    AdminAccountsController,
    AdminBillingController,
    AdminPredictionsController,
    AdminProvidersController,
    AdminLedgerController,
    AdminSystemController,
  ],
  providers: [
    AdminAccounts,
    AdminBilling,
    AdminPredictions,
    AdminProviders,
    AdminSystem,
    DashboardPredictions,
    OverviewService,
    SpendingService,
    ThumbnailLinks,
  ],
})
export class DashboardModule {}
