/** The database is opened before the application and closed after it, even after a failure. */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppOptions } from './app.module.js';
import { StorageUnavailable } from './assets/index.js';
import { DeclaredRoutes } from './auth/index.js';
import { withBundledExtensions } from './bundled-extensions.js';
import { Catalogue, waitForOffer } from './catalogue/index.js';
import { serveOpenApi } from './operations/openapi/index.js';
import type { Config } from './platform/config/index.js';
import {
  isDatabaseUnavailable,
  joinDatabase,
  openDatabase,
  type OpenedDatabase,
} from './platform/database/index.js';
import {
  Draining,
  FastExpressAdapter,
  layPipeline,
  LONG_DRAIN_MS,
  PublicUrl,
  SHORT_DRAIN_MS,
} from './platform/http/index.js';
import { JsonLogger } from './platform/log/index.js';
import { HttpMetrics } from './platform/metrics/index.js';
import { Tracing } from './platform/tracing/index.js';
import { serveDashboard, serveManual } from './platform/web/index.js';

/** A running application, as `createApp` returns it. */
export interface App {
  nest: NestExpressApplication;
  /** Binds the configured host and port. @returns the URL under which callers reach it. */
  listen(): Promise<string>;
  /** The bound port; null before `listen`. */
  readonly port: number | null;
  /** Uses a port that other processes bind, for links to outputs. */
  usePort(port: number): void;
  /** Rejects with a {@link SetupError} when the service cannot go on: its own PostgreSQL has ended for good. */
  readonly ended: Promise<never>;
  /** Stops accepting work, releases leases, drains open requests, closes the database. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates the service as an application that is not listening yet: opens the database, runs the migrations, starts the workers. The host
 * calls `listen` and `close`; signals are the host's own.
 * @param supervisedUrl of the database that a supervisor has opened and closes; by default the application opens its own.
 * @throws {SetupError} when the database cannot be used.
 */
export async function createApp(
  config: Config,
  added: AppOptions = {},
  supervisedUrl?: string,
): Promise<App> {
  const options = await withBundledExtensions(config, added);
  const logger = new JsonLogger(config.log);
  const { schemas = [], plugins = [], apiPlugins = [], workerPlugins = [] } = options;
  const waiting = { schemas, onWait: (line: string) => logger.warn(line, 'database') };
  const database = supervisedUrl
    ? await joinDatabase(supervisedUrl, config.database.directUrl ?? supervisedUrl, waiting)
    : await openDatabase(config, (line) => logger.debug(line, 'postgres'), {
        ...waiting,
        onServerEnd: (line) => logger.error(line, undefined, 'postgres'),
      });
  if (database.upgrade) logger.log(database.upgrade, 'database');
  let nest: NestExpressApplication | undefined;
  try {
    const module = AppModule.forRoot(config, database.url, options);
    const adapter = new FastExpressAdapter(
      config.http.maxConnections,
      plugins.length + apiPlugins.length + workerPlugins.length > 0,
      config.http.keepAliveSeconds,
    );
    nest = await NestFactory.create<NestExpressApplication>(module, adapter, {
      bodyParser: false,
      logger,
      abortOnError: false,
    });
    const draining = new Draining(nest.getHttpServer());
    configure(nest, adapter, config, options);
    await nest.init();
    return createHandle(nest, config, draining, database);
  } catch (error) {
    // What has begun already, such as rounds and connections, would go on in a process that does not end.
    await nest
      ?.close()
      .catch((second: unknown) => logger.debug(`closing after it: ${String(second)}`, 'start'));
    await database.close();
    throw error;
  }
}

/**
 * Runs `work` with an application for a command-line tool and closes it afterwards. The application joins the database of a service on the
 * same DATA_DIR, or starts the database for itself. It binds no port, claims no predictions, whatever ROLES is, and logs to standard error.
 * Behind a pooler it uses DATABASE_DIRECT_URL.
 * @param mayCreate true: creates the installation when there is none.
 * @throws {SetupError} when there is no installation.
 */
export async function withAppContext<T>(
  config: Config,
  work: (app: INestApplicationContext) => Promise<T>,
  options: AppOptions = {},
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<T> {
  const level = { level: 'warn', format: config.log.format };
  const logger = new JsonLogger(level, process.stderr);
  Logger.overrideLogger(logger);
  return withoutServer(config.forCommand(mayCreate), logger, work, options, !mayCreate);
}

/** As `withAppContext`, but uses the worker's own addresses, and logs as the worker does. */
export async function withWorkerContext<T>(
  config: Config,
  work: (app: INestApplicationContext) => Promise<T>,
  options: AppOptions = {},
): Promise<T> {
  const logger = new JsonLogger({ level: 'warn', format: config.log.format });
  return withoutServer(config.withoutRoles(), logger, work, options, false);
}

async function withoutServer<T>(
  config: Config,
  logger: JsonLogger,
  work: (app: INestApplicationContext) => Promise<T>,
  added: AppOptions,
  mustExist: boolean,
): Promise<T> {
  const options = await withBundledExtensions(config, added);
  const { schemas = [] } = options;
  const database = await openDatabase(config, () => {}, {
    beside: true,
    mustExist,
    schemas,
    onWait: (line) => logger.warn(line, 'database'),
  });
  try {
    const module = AppModule.forRoot(config, database.url, options);
    const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

function configure(
  nest: NestExpressApplication,
  adapter: FastExpressAdapter,
  config: Config,
  { tags = {}, facts = [], observers = [] }: AppOptions,
): void {
  nest.set('etag', false);
  nest.set('x-powered-by', false);
  nest.set('trust proxy', config.http.trustProxy);
  const isApi = config.roles.has('api');
  layPipeline(nest, adapter, {
    tracing: nest.get<Tracing | null>(Tracing),
    logsEach: config.log.level === 'debug' || config.log.level === 'trace',
    metrics: nest.get(HttpMetrics),
    observers: isApi ? observers.map((one) => nest.get(one)) : [],
    corsOrigins: config.http.corsOrigins,
    routes: () => nest.get(DeclaredRoutes).list(),
    handlers: isApi
      ? [
          (app) => serveManual(app),
          (app) => serveDashboard(app, facts.length > 0),
          (app) => app.use(waitForOffer(app.get(Catalogue))),
          (app) => serveOpenApi(app, { tags, publicUrl: config.http.publicUrl }),
        ]
      : null,
    isUnavailable: (error) => error instanceof StorageUnavailable || isDatabaseUnavailable(error),
  });
}

function createHandle(
  nest: NestExpressApplication,
  config: Config,
  draining: Draining,
  database: OpenedDatabase,
): App {
  const stop = async () => {
    // A worker releases its leases only after the drain, and other workers should not have to wait for them.
    const maxMs = config.roles.has('worker') ? SHORT_DRAIN_MS : LONG_DRAIN_MS;
    await draining.drain(maxMs);
    await nest.close();
  };
  let closing: Promise<void> | undefined;
  return {
    nest,
    ended: database.ended ?? new Promise<never>(() => undefined),
    get port() {
      return (nest.getHttpServer().address() as AddressInfo | null)?.port ?? null;
    },
    async listen() {
      await nest.listen(config.http.port, config.http.host);
      const publicUrl = nest.get(PublicUrl);
      publicUrl.setPort(this.port!);
      return publicUrl.url!;
    },
    usePort(port) {
      nest.get(PublicUrl).setPort(port);
    },
    close() {
      closing ??= stop().finally(() => database.close());
      return closing;
    },
  };
}
