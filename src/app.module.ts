import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountDataModule, AccountErasureModule } from './account-data/index.js';
import { AccountsModule, LowBalanceMailsModule } from './accounts/index.js';
import { AdmissionModule, AttemptSweepingModule } from './admission/index.js';
import {
  AssetsModule,
  DashboardUploadsModule,
  UploadsApiModule,
  UploadsModule,
  UploadSweepingModule,
} from './assets/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { AdminBillingModule, AdminLedgerModule, BillingModule, PlanCreditsModule } from './billing/index.js';
import { CatalogueModule, LiveCatalogueModule } from './catalogue/index.js';
import { CreditsModule, LedgerSummariesModule } from './credits/index.js';
import { type EventListener, EventsModule } from './events/index.js';
import {
  AdminProvidersModule,
  GenerationApiModule,
  GenerationWorkerModule,
  OverdueModule,
} from './generation/index.js';
import { AdminPredictionsModule, DashboardPredictionsModule, HistoryModule } from './history/index.js';
import { KeysModule } from './keys/index.js';
import { MembersModule } from './members/index.js';
import {
  AdminSystemModule,
  type ExtensionFacts,
  ExtensionsModule,
  HealthModule,
} from './operations/health/index.js';
import { InstallationModule } from './operations/installation/index.js';
import { AdminAccountsModule, OperatorsModule } from './operators/index.js';
import { Config, ConfigModule } from './platform/config/index.js';
import {
  DatabaseModule,
  dataSourceOptions,
  type ExtensionSchema,
  POOL_RETRIES,
} from './platform/database/index.js';
import { MetricsModule } from './platform/metrics/index.js';
import { PortsModule, type PortsOptions } from './ports.module.js';
import { RequestsModule, RequestSweepingModule } from './requests/index.js';
import { AccountOverviewModule, DashboardCreditsModule, UsageModule } from './usage/index.js';

/** What extensions add to the application, or replace in it. */
export interface AppOptions extends PortsOptions {
  /** Modules of an extension: any Nest module. */
  plugins?: (Type | DynamicModule)[];
  /** Schemas of extensions, with their migrations. */
  schemas?: ExtensionSchema[];
  /** Listeners of an extension: they hear what happened. */
  listeners?: Type<EventListener>[];
  /** Facts of an extension: administrators see them. */
  facts?: Type<ExtensionFacts>[];
  /** Topics that an extension's routes name (`@ApiTags`), each with a sentence, for the API description. */
  tags?: Record<string, string>;
}

/** The list of all modules. */
@Module({})
export class AppModule {
  static forRoot(
    config: Config,
    databaseUrl: string,
    {
      plugins = [],
      listeners = [],
      facts = [],
      schemas: _migratedBefore,
      tags: _described,
      ...ports
    }: AppOptions = {},
  ): DynamicModule {
    const isApi = config.roles.has('api');
    return {
      module: AppModule,
      imports: [
        // Infrastructure.
        ConfigModule.forRoot(config),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl, [], config.database.connections, config.database),
          autoLoadEntities: true,
          ...POOL_RETRIES,
        }),
        DatabaseModule,
        ScheduleModule.forRoot(),
        PortsModule.forRoot(ports),

        // Predictions. First, because Express tries routes in this order and these are the most frequent.
        ...(isApi ? [GenerationApiModule, HistoryModule] : []),
        ...(config.roles.has('worker')
          ? [
              GenerationWorkerModule,
              LedgerSummariesModule,
              LowBalanceMailsModule,
              UploadSweepingModule,
              AccountErasureModule,
              PlanCreditsModule,
            ]
          : []),
        ...(config.roles.size > 0 ? [OverdueModule] : []),
        AssetsModule,
        UploadsModule,
        ...(isApi ? [UploadsApiModule] : []),

        // Who changed what.
        AuditModule,

        // What API keys have asked.
        ...(isApi ? [RequestsModule] : []),
        ...(config.roles.has('worker') ? [RequestSweepingModule] : []),

        // Authentication and admission.
        AccountsModule,
        AuthModule,
        MembersModule,
        KeysModule,
        AdmissionModule,
        ...(isApi ? [AttemptSweepingModule] : []),

        // Models and credits.
        CatalogueModule,
        LiveCatalogueModule.forRoot(isApi),
        CreditsModule,
        BillingModule,

        // The routes of pages and of operators, and reports. The API's description lists them in this order.
        ...(isApi
          ? [
              AccountOverviewModule,
              DashboardPredictionsModule,
              DashboardUploadsModule,
              DashboardCreditsModule,
              AdminAccountsModule,
              AdminBillingModule,
              AdminPredictionsModule,
              AdminProvidersModule,
              AdminLedgerModule,
              AdminSystemModule,
              OperatorsModule,
              AccountDataModule,
              UsageModule,
            ]
          : []),

        // Operation.
        InstallationModule,
        HealthModule,
        MetricsModule,
        ...plugins,
        ...(isApi && facts.length > 0 ? [ExtensionsModule.forRoot(facts, plugins)] : []),
        EventsModule.forRoot({ listeners, modules: plugins, isRunning: config.roles.has('worker') }),
      ],
    };
  }
}
