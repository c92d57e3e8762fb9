import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './config.js';
import { openSigningSecret, SigningSecret } from './signing-secret.js';

/** The settings are read once before the application is made. The installation's secret is a setting or kept below the data directory. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: SigningSecret, useFactory: () => openSigningSecret(config) },
      ],
      exports: [Config, SigningSecret],
    };
  }
}
