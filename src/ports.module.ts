import { join } from 'node:path';
import {
  type Abstract,
  type DynamicModule,
  type FactoryProvider,
  Global,
  Module,
  type OnModuleInit,
  type Provider as NestProvider,
  type Type,
} from '@nestjs/common';
import { LimitStore } from './admission/index.js';
import { AssetStorage, ExpectedFiles, LocalDiskAssetStorage, SignedLinks } from './assets/index.js';
import { NoTokenVerifier, TokenVerifier } from './auth/index.js';
import { NoPayments, PaymentProvider } from './billing/index.js';
import { Catalogue } from './catalogue/index.js';
import {
  IsolatedProgram,
  ListPrice,
  Moderation,
  NoModeration,
  PriceRule,
  StoredFiles,
} from './generation/index.js';
import { Config, SigningSecret } from './platform/config/index.js';
import { SetupError } from './platform/database/index.js';
import { PublicUrl } from './platform/http/index.js';
import { Mailer, NoMailer } from './platform/mail/index.js';
import { MetricsModule } from './platform/metrics/index.js';
import { Notices, PostgresNotices } from './platform/notices/index.js';
import { Tracing } from './platform/tracing/index.js';
import {
  type Adapter,
  AdapterError,
  configuredEngines,
  type EngineParts,
  enginePartsOf,
  type Provider,
  ProviderRegistry,
  PROVIDERS,
} from './providers/index.js';

/** The replaceable ports, by name. */
export interface Ports {
  /** The storage of outputs. Default: the disk, below DATA_DIR. */
  AssetStorage?: Type<AssetStorage>;
  /** Keeps the budgets of counted requests. Default: the admission statement, in PostgreSQL. */
  LimitStore?: Type<LimitStore>;
  /** Sends mails. Default: sends none. */
  Mailer?: Type<Mailer>;
  /** Reviews what callers ask for. Default: everything is allowed. */
  Moderation?: Type<Moderation>;
  /** Wakes waiting code in other processes. Default: NOTIFY of PostgreSQL. */
  Notices?: Type<Notices>;
  /** Sells credits and plans. Default: takes no payments. */
  PaymentProvider?: Type<PaymentProvider>;
  /** The last word on a price. Default: the price of the catalogue. */
  PriceRule?: Type<PriceRule>;
  /** Signs users in by tokens of the operator's own. Default: knows none. */
  TokenVerifier?: Type<TokenVerifier>;
  /** Records traces. Default: none. */
  Tracing?: Type<Tracing>;
}

/** Replacements of ports, and engines. */
export interface PortsOptions {
  replace?: Ports;
  /** Engines in addition to those that come with the service. */
  providers?: Type<Provider>[];
  /** Adapters for engines of catalogue files, by the name in `engine.adapter`. */
  adapters?: Readonly<Record<string, Adapter>>;
  /** Path of the program that runs suspects in a process of their own. Without it they run in the worker. */
  isolatedProgram?: string;
}

/** A replacement must have the methods of the port. */
function port<P>(
  provide: Abstract<P>,
  methods: readonly (keyof P & string)[],
  fallback: { useClass: Type<P> } | { useValue: null } | Omit<FactoryProvider<P>, 'provide'>,
) {
  return { provide, methods, fallback: { provide, ...fallback } };
}

const PORTS = {
  AssetStorage: port(AssetStorage, ['put', 'open', 'stat', 'remove', 'check'], {
    inject: [Config],
    useFactory: (config: Config) => new LocalDiskAssetStorage(join(config.dataDirectory, 'assets')),
  }),
  // No class: the statement that admits a request counts it too.
  LimitStore: port(LimitStore, ['take', 'used'], { useValue: null }),
  Mailer: port(Mailer, ['send'], { useClass: NoMailer }),
  Moderation: port(Moderation, ['review'], { useClass: NoModeration }),
  Notices: port(Notices, ['publish', 'subscribe'], { useClass: PostgresNotices }),
  PaymentProvider: port(PaymentProvider, ['checkout', 'portal', 'endSubscription', 'receive'], {
    useClass: NoPayments,
  }),
  PriceRule: port(PriceRule, ['priceOf'], { useClass: ListPrice }),
  TokenVerifier: port(TokenVerifier, ['verify'], { useClass: NoTokenVerifier }),
  // No class: what would be recorded is not even collected.
  Tracing: port(Tracing, ['beginRequest', 'resume'], { useValue: null }),
} satisfies Record<keyof Ports, unknown>;

/** @throws {SetupError} for an unknown port, and for a replacement that lacks a method. */
function portProviders(replace: Ports): NestProvider[] {
  const unknown = Object.keys(replace).filter((name) => !(name in PORTS));
  if (unknown.length > 0) {
    const known = Object.keys(PORTS).join(', ');
    throw new SetupError(`There is no port named ${unknown.join(', ')}. The ports are ${known}.`);
  }
  return Object.entries(PORTS).map(([name, { provide, fallback, methods }]) => {
    const replacement = replace[name as keyof Ports] as Type<object> | undefined;
    if (!replacement) return fallback;
    const prototype = replacement.prototype as Record<string, unknown> | undefined;
    const missing = methods.filter((method) => typeof prototype?.[method] !== 'function');
    if (missing.length > 0) {
      const named = replacement.name || String(replacement);
      throw new SetupError(`${named} cannot replace ${name}: it has no method ${missing.join(', ')}.`);
    }
    return { provide, useClass: replacement };
  });
}

/** @throws {SetupError} for an adapter that cannot be added. */
function partsWith(adapters: PortsOptions['adapters']): EngineParts {
  try {
    return enginePartsOf(adapters);
  } catch (error) {
    throw error instanceof AdapterError ? new SetupError(error.message, { cause: error }) : error;
  }
}

/** A wrong replacement or adapter, and two providers with one name (`ProviderRegistry`), stop the start. */
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

  static forRoot({
    replace = {},
    providers = [],
    adapters,
    isolatedProgram,
  }: PortsOptions = {}): DynamicModule {
    const parts = partsWith(adapters);
    return {
      module: PortsModule,
      imports: [MetricsModule],
      providers: [
        ...portProviders(replace),
        { provide: IsolatedProgram, useValue: new IsolatedProgram(isolatedProgram ?? null) },
        { provide: PublicUrl, inject: [Config], useFactory: ({ http }: Config) => new PublicUrl(http) },
        ...providers,
        {
          provide: PROVIDERS,
          inject: [Config, Catalogue, ...providers],
          useFactory: async (config: Config, catalogue: Catalogue, ...classes: Provider[]) => [
            ...classes,
            ...(await configuredEngines(catalogue.engines, (name) => config.variable(name), parts)),
          ],
        },
        ProviderRegistry,
        StoredFiles,
        { provide: ExpectedFiles, useExisting: StoredFiles },
        {
          provide: SignedLinks,
          inject: [SigningSecret, PublicUrl],
          useFactory: (secret: SigningSecret, publicUrl: PublicUrl) =>
            new SignedLinks(secret.derive('asset links').toString('hex'), () => publicUrl.url),
        },
      ],
      exports: [
        ...Object.values(PORTS).map(({ provide }) => provide),
        ExpectedFiles,
        SignedLinks,
        ProviderRegistry,
        PublicUrl,
        IsolatedProgram,
      ],
    };
  }
}
