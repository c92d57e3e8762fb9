/** What an extension adds beside ports and engines: observers, metrics, rounds, modules of the API, and what it erases of an account. */
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Request, Response } from 'express';
import type { Counter } from 'prom-client';
import { AccountEraser } from '../../src/account-data/deletion/account-eraser.js';
import {
  AccountErasure,
  apiDecorators,
  ApiErrors,
  type AppOptions,
  type AuthenticatedRequest,
  Metrics,
  MetricsModule,
  PublicRoute,
  type RequestObserver,
  Round,
  routeOf,
} from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { uuidOf } from '../support/public-ids.js';
import { until } from '../support/service-process.js';

const { ApiOkResponse, ApiOperation, ApiTags } = apiDecorators;

@Injectable()
class Beats {
  private readonly beats: Counter;
  constructor(registry: SchedulerRegistry, metrics: Metrics) {
    this.beats = metrics.counter('acme_beats_total', 'Runs of the round.');
    const round = { name: 'acme-beats', everyMs: 10 };
    new Round(registry, round, async () => this.beats.inc());
  }
}

@Module({ imports: [MetricsModule], providers: [Beats], exports: [Beats] })
class BeatsModule {}

@ApiTags('Acme')
@Controller('api/acme')
class AcmeController {
  @Get(':id')
  @PublicRoute()
  @ApiOperation({ operationId: 'readAcme', summary: 'Reads something of Acme' })
  @ApiOkResponse({ description: 'It.' })
  @ApiErrors(404)
  read() {
    return { success: true };
  }
}

@Module({ controllers: [AcmeController] })
class AcmeModule {}

@Injectable()
class Cleaner {}

@Module({ providers: [Cleaner] })
class CleanerModule {}

/** What the observer of each application has seen. */
const seen: { route: string; status: number; accountId: string | undefined }[] = [];

@Injectable()
class Watcher implements RequestObserver {
  /** It may inject what modules of extensions export. */
  constructor(readonly beats: Beats) {}

  readonly onClose = (request: Request, response: Response): void => {
    const { accountId } = (request as AuthenticatedRequest).apiKey ?? {};
    seen.push({ route: routeOf(request), status: response.statusCode, accountId });
    throw new Error('an observer that fails');
  };
}

const erased: string[] = [];

@Injectable()
class AcmeErasure extends AccountErasure {
  readonly step = 'acme: remove everything';
  constructor(readonly beats: Beats) {
    super();
  }
  override erase(accountId: string): Promise<boolean> {
    erased.push(accountId);
    return Promise.resolve(erased.length % 2 === 0);
  }
}

const ACME: AppOptions = {
  plugins: [BeatsModule],
  apiPlugins: [AcmeModule],
  workerPlugins: [CleanerModule],
  observers: [Watcher],
  erasures: [AcmeErasure],
};

let app: TestApp | undefined;
beforeEach(() => void seen.splice(0));
afterEach(async () => {
  await app?.close();
  app = undefined;
});
const start = async (roles: string) => (app = await startApp({ ROLES: roles }, undefined, ACME));

it('an observer sees every request with its route and its caller, and takes no response away when it fails', async () => {
  const { base } = await start('api');
  const { key, person } = await newCaller(base);
  seen.splice(0);
  for (const [path, status] of [
    ['/api/key', 200],
    ['/api/acme/7', 200],
    ['/api/nothing', 404],
  ] as const)
    expect((await call(base, 'GET', path, { token: key, undescribed: true })).status).toBe(status);
  await until(async () => seen.length === 3);
  expect(seen).toEqual([
    { route: '/api/key', status: 200, accountId: uuidOf(person.accountId) },
    { route: '/api/acme/:id', status: 200, accountId: undefined },
    { route: 'none', status: 404, accountId: undefined },
  ]);
});

it('a metric is with those of the service, and a round runs under its name', async () => {
  const { base, service } = await start('api');
  await until(async () => (figureOf(await figuresOf(base), 'offprint_acme_beats_total') ?? 0) > 2);
  expect(service.get(SchedulerRegistry).getIntervals()).toContain('acme-beats');
});

it('the API’s description has what the decorators of a route say', async () => {
  const { base } = await start('api');
  const { body } = await call(base, 'GET', '/api/openapi.json');
  expect(body.paths['/api/acme/{id}'].get).toMatchObject({ operationId: 'readAcme', tags: ['Acme'] });
  expect(Object.keys(body.paths['/api/acme/{id}'].get.responses)).toEqual(
    expect.arrayContaining(['200', '404']),
  );
});

it('a process loads the modules of its role, and a worker no observer', async () => {
  const { app: nest } = await start('worker');
  for (const type of [AcmeController, Watcher])
    expect(() => void nest.get(type, { strict: false })).toThrow();
  for (const type of [Beats, Cleaner]) expect(nest.get(type, { strict: false })).toBeInstanceOf(type);
  await app?.close();
  const { app: other } = await start('api');
  expect(() => other.get(Cleaner, { strict: false })).toThrow();
  expect(other.get(AcmeController, { strict: false })).toBeInstanceOf(AcmeController);
});

it('what an extension stores of a deleted account is erased in both passes, until nothing is left', async () => {
  const { base, app: nest, database } = await start('api,worker');
  const { person } = await newCaller(base);
  const body = { password: person.password, force: true };
  const deleted = await call(base, 'DELETE', '/api/account', { token: person.accessToken, body });
  expect(deleted.status).toBe(202);
  const accountId = uuidOf(person.accountId);
  const eraser = nest.get(AccountEraser, { strict: false });
  const due =
    'update account_deletions set due_at = clock_timestamp() where account_id = $1 and finished_at is null returning 1';
  await until(async () => {
    const rows = await database.query(due, [accountId]);
    await eraser.round();
    return rows.length === 0;
  });
  expect(erased).toHaveLength(4);
  expect(new Set(erased)).toEqual(new Set([accountId]));
});
