import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountDataModule, type AccountErasure, AccountErasureModule } from './account-data/index.js';
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
import {
  AccountOverviewModule,
  AdminPredictionsModule,
  DashboardCreditsModule,
  DashboardPredictionsModule,
  HistoryModule,
  UsageModule,
} from './history/index.js';
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
import type { RequestObserver } from './platform/http/index.js';
import { MetricsModule } from './platform/metrics/index.js';
import { PortsModule, type PortsOptions } from './ports.module.js';

/** What extensions add to the application, or replace in it. */
export interface AppOptions extends PortsOptions {
  /** Modules of an extension: any Nest module. */
  plugins?: (Type | DynamicModule)[];
  /** Modules of an extension that only processes with the role `api` load, such as those of routes. */
  apiPlugins?: (Type | DynamicModule)[];
  /** Modules of an extension that only processes with the role `worker` load, such as those of rounds. */
  workerPlugins?: (Type | DynamicModule)[];
  /** Schemas of extensions, with their migrations. */
  schemas?: ExtensionSchema[];
  /** Listeners of an extension: they hear what happened. */
  listeners?: Type<EventListener>[];
  /** Facts of an extension: administrators see them. */
  facts?: Type<ExtensionFacts>[];
  /** Observers of an extension: in processes with the role `api` they see every request. */
  observers?: Type<RequestObserver>[];
  /** What an extension erases of a deleted account. */
  erasures?: Type<AccountErasure>[];
  /** Topics that an extension's routes name (`@ApiTags`), each with a sentence, for the API description. */
  tags?: Record<string, string>;
}

type ExtensionModules = Pick<AppOptions, 'plugins' | 'apiPlugins' | 'workerPlugins'>;

export interface ApplicationOptions extends AppOptions {
  /** Modules of the extensions that come with the service. */
  bundled?: ExtensionModules;
}

@Module({})
export class AppModule {
  static forRoot(
    config: Config,
    databaseUrl: string,
    {
      plugins = [],
      apiPlugins = [],
      workerPlugins = [],
      listeners = [],
      facts = [],
      observers = [],
      erasures = [],
      bundled = {},
      schemas: _migratedBefore,
      tags: _described,
      ...ports
    }: ApplicationOptions = {},
  ): DynamicModule {
    const isApi = config.roles.has('api');
    const isWorker = config.roles.has('worker');
    const modulesOf = (of: ExtensionModules) => [
      ...(of.plugins ?? []),
      ...(isApi ? (of.apiPlugins ?? []) : []),
      ...(isWorker ? (of.workerPlugins ?? []) : []),
    ];
    const bundledModules = modulesOf(bundled);
    const added = modulesOf({ plugins, apiPlugins, workerPlugins });
    const modules = [...bundledModules, ...added];
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
        ...(isWorker
          ? [
              GenerationWorkerModule,
              LedgerSummariesModule,
              LowBalanceMailsModule,
              UploadSweepingModule,
              PlanCreditsModule,
            ]
          : []),
        ...(config.roles.size > 0 ? [OverdueModule] : []),
        AssetsModule,
        UploadsModule,
        ...(isApi ? [UploadsApiModule] : []),

        // Who changed what.
        AuditModule,

        // The extensions that come with the service: what API keys have asked.
        ...bundledModules,

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
        ...added,
        ...(isApi && facts.length > 0 ? [ExtensionsModule.forRoot(facts, modules)] : []),
        ...(isWorker ? [AccountErasureModule.forRoot(erasures, modules)] : []),
        EventsModule.forRoot({ listeners, modules, isRunning: isWorker }),
      ],
      providers: isApi ? observers : [],
    };
  }
}
