import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from './accounts/index.js';
import { AdmissionModule } from './admission/index.js';
import { AssetsModule, UploadsModule } from './assets/index.js';
import { AuthModule } from './auth/index.js';
import { CatalogueModule } from './catalogue/index.js';
import { Config, ConfigModule } from './config/index.js';
import { CreditsModule } from './credits/index.js';
import { DashboardModule } from './dashboard/index.js';
import { DatabaseModule, dataSourceOptions, POOL_PATIENCE } from './database/index.js';
import { GenerationApiModule, GenerationWorkerModule } from './generation/index.js';
import { HealthModule } from './health/index.js';
import { HistoryModule } from './history/index.js';
import { InstallationModule } from './installation/index.js';
import { KeysModule } from './keys/index.js';
import { MetricsModule } from './metrics/index.js';
import { PortsModule, type PortsOptions } from './ports.module.js';

export interface AppOptions extends PortsOptions {
  /** Modules of an extension: any Nest module. */
  plugins?: (Type | DynamicModule)[];
}

/** The table of contents. */
@Module({})
export class AppModule {
  static forRoot(
    config: Config,
    databaseUrl: string,
    { plugins = [], ...ports }: AppOptions = {},
  ): DynamicModule {
    const isApi = config.roles.has('api');
    return {
      module: AppModule,
      imports: [
        // What everything stands on.
        ConfigModule.forRoot(config),
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl),
          autoLoadEntities: true,
          ...POOL_PATIENCE,
        }),
        DatabaseModule,
        ScheduleModule.forRoot(),
        PortsModule.forRoot(ports),

        // The life of a prediction. First, because Express asks routes in this order and these are asked for most.
        ...(isApi ? [GenerationApiModule, HistoryModule] : []),
        ...(config.roles.has('worker') ? [GenerationWorkerModule] : []),
        AssetsModule,
        UploadsModule,

        // Who calls, and whether they may.
        AccountsModule,
        AuthModule,
        KeysModule,
        AdmissionModule,

        // What is sold, and for how much.
        CatalogueModule,
        CreditsModule,

        // What the web page asks for.
        ...(isApi ? [DashboardModule] : []),

        // How it is run.
        InstallationModule,
        HealthModule,
        MetricsModule,
        ...plugins,
      ],
    };
  }
}
