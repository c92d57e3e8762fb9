/**
 * The request log costs no request anything: a flood is sampled and leaves room for others, a database that is slow or away loses
 * records and no response, a stop writes what it has, and old records are removed.
 */
import { Controller, Get, Module } from '@nestjs/common';
import { Client } from 'pg';
import { RequestSweeper } from '../../packages/request-log/src/request-sweeper.js';
import { ApiKeyRoute, PublicRoute } from '../../src/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { newId } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller, type Person } from '../support/client.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { pagesOf } from '../support/lists.js';
import { figureOf, figuresOf } from '../support/metrics.js';
import { startPostgres } from '../support/postgres.js';
import { uuidOf } from '../support/public-ids.js';
import { endServices, spawnService, temporaryDirectory, until } from '../support/service-process.js';

afterAll(endServices);

const readKey = (base: string, key: string) => call(base, 'GET', '/api/key', { token: key });
/** Reads the key so many times, in groups of 40. A busy machine may refuse some with 503; they do not count. */
async function readKeyTimes(base: string, key: string, count: number): Promise<void> {
  for (let read = 0; read < count;) {
    const length = Math.min(40, count - read);
    const answers = await Promise.all(Array.from({ length }, () => readKey(base, key)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    read += answers.filter(({ status }) => status === 200).length;
  }
}
const sumOf = (entries: Json[]) => entries.reduce((sum, { count }) => sum + (count as number), 0);
const entriesOf = async (app: TestApp, { accessToken }: Person) =>
  (await pagesOf(app, accessToken, '/api/requests?status=200', 100)).flat();
const outcome = async (base: string, name: string) =>
  figureOf(await figuresOf(base), 'offprint_recorded_requests_total', { outcome: name }) ?? 0;

/** Keeps every statement out of the table until it is released. */
async function lockTable(url: string): Promise<() => Promise<void>> {
  const locker = new Client(url);
  // The server may end it.
  locker.on('error', () => undefined);
  await locker.connect();
  await locker.query('begin; lock table request_records in access exclusive mode');
  return () => locker.end();
}

describe('with a service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', REQUEST_LOG_RATE: '2', PLATFORM_RATE_LIMIT: '1000000' });
  });
  afterAll(() => app.close());

  it('samples a flood: every request is counted, few are entries, and those of another account stay', async () => {
    const [flood, other] = [await newCaller(app.base), await newCaller(app.base)];
    const flooding = readKeyTimes(app.base, flood.key, 400);
    for (const path of ['/api/key', '/api/credits/balance', '/api/generate/history'])
      expect((await call(app.base, 'GET', path, { token: other.key })).status).toBe(200);
    await flooding;
    await until(async () => sumOf(await entriesOf(app, flood.person)) === 400);
    const entries = await entriesOf(app, flood.person);
    expect(entries.length).toBeLessThan(200);
    expect(await outcome(app.base, 'sampled')).toBeGreaterThanOrEqual(400 - entries.length);
    const others = await until(async () => {
      const found = await entriesOf(app, other.person);
      return found.length === 3 ? found : null;
    });
    expect(others.map(({ route, count }) => [route, count])).toEqual([
      ['/api/generate/history', 1],
      ['/api/credits/balance', 1],
      ['/api/key', 1],
    ]);
    expect(await outcome(app.base, 'dropped')).toBe(0);
  });

  it('responds while the table cannot be written, counts what it drops, and goes on', async () => {
    const { person, key } = await newCaller(app.base);
    const before = await outcome(app.base, 'dropped');
    const release = await lockTable(app.url);
    try {
      for (const path of ['/api/key', '/api/credits/balance', '/api/credits/ledger'])
        expect((await call(app.base, 'GET', path, { token: key })).status).toBe(200);
      await until(async () => (await outcome(app.base, 'dropped')) === before + 3);
      expect((await readKey(app.base, key)).status).toBe(200);
    } finally {
      await release();
    }
    await until(async () => (await entriesOf(app, person)).length === 1);
    expect(await outcome(app.base, 'dropped')).toBe(before + 3);
  });
});

it('a database that goes away with the records costs them alone', async () => {
  const directory = await temporaryDirectory();
  let server = await startPostgres({ directory, database: 'requests' });
  const { base, isRunning, end } = await spawnService({ DATABASE_URL: server.url, ROLES: 'api' });
  const { person, key } = await newCaller(base);
  const release = await lockTable(server.url);
  await readKeyTimes(base, key, 3);
  const { port } = server;
  await server.stop();
  await release().catch(() => undefined);
  await until(async () => (await outcome(base, 'dropped')) >= 3);
  expect((await readKey(base, key)).status).toBe(503);
  expect(isRunning()).toBe(true);
  server = await startPostgres({ directory, database: 'requests', port });
  await until(async () => (await readKey(base, key)).status === 200);
  const list = () => call(base, 'GET', '/api/requests?status=200', { token: person.accessToken });
  const items = await until(async () => {
    const { body } = await list();
    return body.items?.length > 0 ? (body.items as Json[]) : null;
  });
  expect(items.map(({ status }) => status)).toEqual([200]);
  await end('SIGTERM');
  await server.stop();
}, 120_000);

describe('on a database of its own', () => {
  let database: TestDatabase;
  beforeEach(async () => (database = await createDatabase()));
  afterEach(() => database.drop());

  const rows = () =>
    database.query<{ route: string; count: number }>('select route, count from request_records order by id');
  const recorded = async () => sumOf(await rows());

  it('a stop writes what no round has written', async () => {
    const app = await startApp({ ROLES: 'api' }, database);
    const { key } = await newCaller(app.base);
    await readKeyTimes(app.base, key, 30);
    await app.close();
    expect(await recorded()).toBe(30);
  });

  it('removes what is older than its days, in batches', async () => {
    const app = await startApp({ REQUEST_LOG_DAYS: '2' }, database);
    try {
      const { person, key, record } = await newCaller(app.base);
      await readKey(app.base, key);
      await until(async () => (await recorded()) === 1);
      await database.query(
        `insert into request_records select id, $1, $2, 'GET', '/api/old', 200, null, 1, null, 1 from unnest($3::uuid[]) id`,
        [uuidOf(person.accountId), uuidOf(record.id), Array.from({ length: 2_500 }, () => newId())],
      );
      await app.service.clock.advance({ days: 1, hours: 23 });
      const sweeper = app.app.get(RequestSweeper, { strict: false });
      await sweeper.round();
      expect(await recorded()).toBe(2_501);
      await call(app.base, 'GET', '/api/credits/balance', { token: key });
      await until(async () => (await recorded()) === 2_502);
      await app.service.clock.advance({ hours: 2 });
      await sweeper.round();
      expect((await rows()).map(({ route }) => route)).toEqual(['/api/credits/balance']);
    } finally {
      await app.close();
    }
  });

  it('REQUEST_LOG_DAYS=0 records nothing, and removes what was recorded', async () => {
    const before = await startApp({ ROLES: 'api' }, database);
    const { person, key } = await newCaller(before.base);
    await readKey(before.base, key);
    await before.close();
    expect(await recorded()).toBe(1);
    const off = await startApp({ REQUEST_LOG_DAYS: '0' }, database);
    await off.app.get(RequestSweeper, { strict: false }).round();
    expect((await readKey(off.base, key)).status).toBe(200);
    expect(await entriesOf(off, person)).toEqual([]);
    await off.close();
    expect(await recorded()).toBe(0);
  });

  it('has the routes of extensions, by their templates', async () => {
    const app = await startApp({ ROLES: 'api' }, database, { plugins: [Orders] });
    const { person, key } = await newCaller(app.base);
    const get = (path: string) => call(app.base, 'GET', path, { token: key, undescribed: true });
    expect((await get('/api/orders/of-77')).status).toBe(200);
    expect((await get('/api/public-orders')).status).toBe(200);
    expect((await get('/api/orders/of-77/no-route')).status).toBe(404);
    const entries = await until(async () => {
      const found = await entriesOf(app, person);
      return found.length > 0 ? found : null;
    });
    expect(entries.map(({ route, status }) => [route, status])).toEqual([['/api/orders/:order', 200]]);
    await app.close();
  });
});

it('keeps no more than 7 days', () => {
  expect(() => loadConfig({ REQUEST_LOG_DAYS: '8' })).toThrow('REQUEST_LOG_DAYS');
  expect(loadConfig({}).requestLog).toEqual({ days: 7, rate: 10 });
});

@Controller('api')
class OrdersController {
  @Get('orders/:order')
  @ApiKeyRoute(['read'])
  read() {
    return { success: true };
  }

  @Get('public-orders')
  @PublicRoute()
  list() {
    return { success: true };
  }
}

@Module({ controllers: [OrdersController] })
class Orders {}
