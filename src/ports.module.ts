import { join } from 'node:path';
import {
  type DynamicModule,
  Global,
  Module,
  type OnModuleInit,
  type Provider as NestProvider,
  type Type,
} from '@nestjs/common';
import { AssetStorage, LocalDiskAssetStorage, SignedLinks } from './assets/index.js';
import { Catalogue } from './catalogue/index.js';
import { Config, SigningSecret } from './config/index.js';
import { IsolatedProgram } from './generation/index.js';
import { PublicUrl } from './http/index.js';
import {
  configuredEngines,
  EmbeddedProvider,
  FaultProvider,
  type Provider,
  ProviderRegistry,
  PROVIDERS,
} from './providers/index.js';

/** The replaceable ports, by name. */
export interface Ports {
  /** The storage of outputs. Default: the disk, below DATA_DIR. */
  AssetStorage?: Type<AssetStorage>;
}

/** Replacements of ports, and engines. */
export interface PortsOptions {
  replace?: Ports;
  /** Engines in addition to those that come with the service. */
  providers?: Type<Provider>[];
  /** Path of the program that runs suspects in a process of their own. Without it they run in the worker. */
  isolatedProgram?: string;
}

const BUILT_IN: Type<Provider>[] = [EmbeddedProvider, FaultProvider];

const DEFAULTS: Record<keyof Ports, NestProvider> = {
  AssetStorage: {
    provide: AssetStorage,
    inject: [Config],
    useFactory: (config: Config) => new LocalDiskAssetStorage(join(config.dataDirectory, 'assets')),
  },
};

/**
 * Owns the replaceable ports and their defaults. A replacement for an unknown port stops the boot, and so do two
 * providers with one name (`ProviderRegistry`).
 */
@Global()
@Module({})
export class PortsModule implements OnModuleInit {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly registry: ProviderRegistry,
  ) {}

  /** The catalogue's files and the configured engines are both known now: together they are what is offered. */
  onModuleInit(): void {
    this.catalogue.offer(this.registry.offeredOf(this.catalogue.entries));
  }

  static forRoot({ replace = {}, providers = [], isolatedProgram }: PortsOptions = {}): DynamicModule {
    const unknown = Object.keys(replace).filter((name) => !(name in DEFAULTS));
    if (unknown.length > 0) throw new Error(`there is no port named ${unknown.join(', ')}`);
    const storage = replace.AssetStorage
      ? { provide: AssetStorage, useClass: replace.AssetStorage }
      : DEFAULTS.AssetStorage;
    const engines = [...BUILT_IN, ...providers];
    return {
      module: PortsModule,
      providers: [
        storage,
        { provide: IsolatedProgram, useValue: new IsolatedProgram(isolatedProgram ?? null) },
        { provide: PublicUrl, inject: [Config], useFactory: ({ http }: Config) => new PublicUrl(http) },
        ...engines,
        {
          provide: PROVIDERS,
          inject: [Config, Catalogue, ...engines],
          useFactory: async (config: Config, catalogue: Catalogue, ...classes: Provider[]) => [
            ...classes,
            ...(await configuredEngines(catalogue.engines, (name) => config.variable(name))),
          ],
        },
        ProviderRegistry,
        {
          provide: SignedLinks,
          inject: [SigningSecret, PublicUrl],
          useFactory: (secret: SigningSecret, publicUrl: PublicUrl) =>
            new SignedLinks(secret.derive('asset links').toString('hex'), () => publicUrl.url),
        },
      ],
      exports: [AssetStorage, SignedLinks, ProviderRegistry, PublicUrl, IsolatedProgram],
    };
  }
}
