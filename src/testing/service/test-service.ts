/** Starts the whole service in this process, on a database of its own and a free loopback port. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamicModule, InjectionToken, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type App, createApp } from '../../app.js';
import type { AppOptions } from '../../app.module.js';
import type { StartedBody, StatusBody } from '../../generation/index.js';
import { type Config, loadConfig } from '../../platform/config/index.js';
import { afterIdlePoll } from '../../platform/http/index.js';
import { mergePlugins, type Plugin } from '../../plugin.js';
import { joinClock, leaveClock, type TestClock, testClock } from '../clock/test-clock.js';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../database/test-database.js';
import { findTestServer } from '../database/test-server.js';
import { classOf, FakeEngine } from '../engine/fake-engine.js';
import { type AccountOptions, openAccount, type TestAccount, type TestKey } from './account.js';
import { writeCatalogue } from './catalogue.js';
import { type Exchange, expectStatus, type RequestOptions, sendRequest, type TestResponse } from './http.js';

/** What a test service is made of. */
export interface TestServiceOptions extends Omit<AppOptions, 'plugins'> {
  /** Extensions as PLUGINS loads them, and Nest modules. */
  plugins?: (Plugin | Type | DynamicModule)[];
  /** Settings, over the defaults of tests. */
  env?: Readonly<Record<string, string>>;
  /** A directory with a `plans.yaml` takes the place of the shipped catalogue; every other directory or YAML file is added to it. */
  catalogue?: string | readonly string[];
  /** Fake engines, each with its models. Default one, named `fake`; `[]` for none. */
  engines?: readonly FakeEngine[];
  /** The database of another service, to run beside it. Default a new one. */
  database?: { url: string };
  /** Called with every response to `request`; throws to fail the test. */
  onResponse?: (exchange: Exchange) => void;
}

/** The body of a request to generate. */
export interface GenerateRequest {
  modelKey: string;
  [field: string]: unknown;
}

/** A running service of a test. */
export interface TestService {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly config: Config;
  readonly nest: NestExpressApplication;
  readonly database: TestDatabase;
  /** DATA_DIR. */
  readonly directory: string;
  /** The first of its fake engines. @throws when it has none. */
  readonly engine: FakeEngine;
  /** The clock of this process: moves all of its services. */
  readonly clock: TestClock;
  /** Returns a provider of any module. */
  get<T>(token: InjectionToken<T>): T;
  /** Opens an account with a signed-in user. */
  account(options?: AccountOptions): Promise<TestAccount>;
  /** Sends a request. @param path with its query, from `/`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what the body holds
  request<B = any>(method: string, path: string, options?: RequestOptions): Promise<TestResponse<B>>;
  /** Starts a prediction. @throws with the response when it was rejected. */
  generate(
    key: string | TestKey,
    body: GenerateRequest,
    headers?: Readonly<Record<string, string>>,
  ): Promise<StartedBody & { id: string }>;
  /** Long-polls until the prediction is final. @returns its status with the timeline. */
  settled(id: string, key: string | TestKey): Promise<StatusBody>;
  /** Runs one statement on its database. @returns the rows. */
  query<R extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** Stops the service, drops its database and removes its files. Idempotent. */
  close(): Promise<void>;
}

const WAIT_SECONDS = 30;
/** Services on one database share it. */
const SECRET = 'a secret of the tests, long enough to be one';

/** Services on one database share a DATA_DIR: that of the first. */
const directoryOfDatabase = new Map<string, string>();
process.once('exit', () => {
  for (const directory of directoryOfDatabase.values()) rmSync(directory, { recursive: true, force: true });
});

/**
 * Starts a service. The defaults of its settings suit tests: a free port, a silent log, a platform limit that no test reaches
 * by accident, the fault model on offer.
 * @throws as `loadConfig` and `createApp`.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { plugins = [], env = {}, catalogue = [], engines, database: shared, onResponse, ...ports } = options;
  const fakes = engines ?? [new FakeEngine()];
  const merged = mergePlugins([
    ...plugins.filter(isExtension),
    {
      name: 'the options of the test',
      ...ports,
      plugins: plugins.filter(isNestModule),
      providers: [...(ports.providers ?? []), ...fakes.map(classOf)],
    },
  ]);
  const database = shared ? openTestDatabase(shared.url) : await createTestDatabase(merged.schemas);
  const directory = env.DATA_DIR ?? (await directoryOf(database.url));
  const remove = async () => {
    await database.drop();
    if (shared) return;
    directoryOfDatabase.delete(database.url);
    if (!env.DATA_DIR) await rm(directory, { recursive: true, force: true });
  };
  try {
    const sources = [...(env.CATALOGUE_DIR ? [env.CATALOGUE_DIR] : []), ...[catalogue].flat()];
    const files = join(directory, `catalogue-${randomUUID()}`);
    const hasOwnFiles = fakes.length > 0 || [catalogue].flat().length > 0;
    if (hasOwnFiles) writeCatalogue(files, sources, fakes);
    const config = loadConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      ENABLE_FAULT_MODEL: 'true',
      REGISTRATION: 'open',
      PLATFORM_RATE_LIMIT: '1000000',
      ...env,
      ...(hasOwnFiles && { CATALOGUE_DIR: files }),
    });
    await joinClock(database.url);
    try {
      const app = await createApp(config, { ...merged, isolatedProgram: ports.isolatedProgram });
      await app.listen();
      const close = async () => {
        await closeIdleConnections(app);
        await app.close();
        await leaveClock(database.url);
        await remove();
      };
      return handle(app, { config, database, directory, engine: fakes[0], onResponse, close });
    } catch (error) {
      await leaveClock(database.url);
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Parts {
  config: Config;
  database: TestDatabase;
  directory: string;
  engine: FakeEngine | undefined;
  onResponse: TestServiceOptions['onResponse'];
  close: () => Promise<void>;
}

function handle(app: App, { config, database, directory, engine, onResponse, close }: Parts): TestService {
  const { nest } = app;
  const url = `http://127.0.0.1:${app.port}`;
  const request: TestService['request'] = async (method, path, options) => {
    const response = await sendRequest(url, method, path, options);
    onResponse?.({ method, path, ...response });
    return response;
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    config,
    nest,
    database,
    directory,
    clock: testClock,
    get engine() {
      if (!engine) throw new Error('This test service has no fake engine.');
      return engine;
    },
    get: (token) => nest.get(token, { strict: false }),
    account: (options) => openAccount(nest, options),
    request,
    generate: async (key, body, headers) => {
      const response = await request<StartedBody>('POST', '/api/generate', {
        key,
        body,
        ...(headers && { headers }),
      });
      expectStatus(response, 201, 'POST /api/generate');
      return { ...response.body, id: response.body.predictionId };
    },
    settled: async (id, key) => {
      const path = `/api/generate/status/${id}?wait=${WAIT_SECONDS}&timeline=true`;
      for (;;) {
        const response = await request<StatusBody>('GET', path, { key });
        expectStatus(response, 200, `GET ${path}`);
        if (response.body.status !== 'processing') return response.body;
      }
    },
    query: (text, values) => database.query(text, values),
    close: () => (closing ??= close()),
  };
}

/** The callers are tests of this process, which keep connections open: without this every close waits for the whole drain. */
function closeIdleConnections({ nest }: App): Promise<void> {
  const server: Server = nest.getHttpServer();
  return afterIdlePoll(() => server.closeIdleConnections());
}

function isExtension(plugin: Plugin | Type | DynamicModule): plugin is Plugin {
  return typeof plugin === 'object' && !('module' in plugin);
}

function isNestModule(plugin: Plugin | Type | DynamicModule): plugin is Type | DynamicModule {
  return !isExtension(plugin);
}

async function directoryOf(database: string): Promise<string> {
  const known = directoryOfDatabase.get(database);
  if (known) return known;
  const parent = (await findTestServer()).directory ?? tmpdir();
  await mkdir(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, 'offprint-app-'));
  directoryOfDatabase.set(database, directory);
  return directory;
}
