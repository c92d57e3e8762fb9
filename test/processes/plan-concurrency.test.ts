/** `maxConcurrent` and `priority` of a plan, over all processes: as counted by the engine, and in the queue. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Catalogue } from '../../src/catalogue/index.js';
import { PlanPlaces } from '../../src/generation/queue/plan-places.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller, type Person } from '../support/client.js';
import { CountedEngine } from '../support/counted-engine.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { catalogueWithPlans } from '../support/plans.js';
import { uuidOf } from '../support/public-ids.js';
import { endServices, type ServiceProcess, spawnService, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const PLACES = 3;
const PLANS = [
  { key: 'free', title: 'Free' },
  { key: 'small', title: 'Small', maxConcurrent: PLACES },
  { key: 'preferred', title: 'Preferred', priority: 3 },
];

let engine: CountedEngine;
let workMs = 0;
let database: TestDatabase;
let env: Record<string, string>;
let api: ServiceProcess;

beforeAll(async () => {
  engine = await CountedEngine.start(() => workMs);
  const catalogue = await writeTrialCatalogue([
    {
      provider: 'counted',
      like: 'catalogue/openai-compatible.yaml',
      url: `${engine.url}/v1`,
      models: [{ modelKey: 'counted', options: { onAmbiguous: 'retry' } }],
    },
  ]);
  const plans = JSON.stringify({ default: 'free', plans: PLANS });
  await writeFile(join(catalogue.directory, 'plans.yaml'), plans);
  database = await createDatabase();
  env = { ...catalogue.env, DATABASE_URL: database.url, SIGNUP_CREDITS: '1000' };
  api = await spawnService({ ...env, ROLES: 'api' });
});
afterAll(endServices);
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const startWorker = (concurrency: number) =>
  spawnService({ ...env, ROLES: 'worker', WORKER_CONCURRENCY: `${concurrency}` });

async function callerOn(plan: string) {
  const caller = await newCaller(api.base);
  await moveTo(plan, caller.person);
  return caller;
}
const moveTo = (plan: string, { accountId }: Person) =>
  database.query('update accounts set plan = $2 where id = $1', [uuidOf(accountId), plan]);

async function start(key: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(
      (await generate(api.base, key, { modelKey: 'counted', prompt: `lighthouse ${n}` }))
        .predictionId as string,
    );
  return ids;
}
const begunOf = async ({ accountId }: Person): Promise<number> => {
  const rows = await database.query<{ begun: number }>(
    `select count(*)::int as begun from predictions where account_id = $1 and started_at is not null`,
    [uuidOf(accountId)],
  );
  return rows[0]!.begun;
};
const finishAll = (key: string, ids: string[]) => Promise.all(ids.map((id) => finished(api.base, key, id)));

it('three workers never work on more than the places of a plan, use all of them, and finish everything in order', async () => {
  const { key, person } = await callerOn('small');
  const workers = await Promise.all([startWorker(4), startWorker(4), startWorker(4)]);
  workMs = 200;
  const ids = await start(key, 24);
  await until(() => engine.working === PLACES);
  const results = await finishAll(key, ids);
  expect(results.every(({ status }) => status === 'completed')).toBe(true);
  expect(engine.mostWorking).toBe(PLACES);
  const order = await database.query<{ id: string }>(
    `select id from predictions where account_id = $1 order by started_at`,
    [uuidOf(person.accountId)],
  );
  const places = order.map(({ id }) => ids.map(uuidOf).indexOf(id));
  // Places that are free together are begun together, in any order.
  expect(places.every((place, index) => Math.abs(place - index) < 2 * PLACES)).toBe(true);
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
});

it('a full account does not delay another one, and waits without being refused', async () => {
  const small = await callerOn('small');
  const free = await callerOn('free');
  workMs = 2_000;
  const waiting = await start(small.key, 3 * PLACES);
  const worker = await startWorker(20);
  await until(async () => (await begunOf(small.person)) === PLACES);
  const others = await start(free.key, 6);
  await until(async () => (await begunOf(free.person)) === 6);
  expect(await begunOf(small.person)).toBe(PLACES);
  workMs = 50;
  await finishAll(free.key, others);
  await finishAll(small.key, waiting);
  await worker.end('SIGTERM');
});

it('a cancelled prediction returns its place, also one that waits, and is refunded', async () => {
  const { key, person } = await callerOn('small');
  const before = await balanceOf(api.base, key);
  workMs = 60_000;
  const ids = await start(key, PLACES + 3);
  const worker = await startWorker(20);
  await until(async () => (await begunOf(person)) === PLACES);
  const cancel = (id: string) => call(api.base, 'POST', `/api/generate/${id}/cancel`, { token: key });
  const waits = ids.at(-1)!;
  expect((await cancel(waits)).status).toBe(200);
  const rows = await database.query<{ id: string }>(
    `select id from predictions where account_id = $1 and started_at is not null`,
    [uuidOf(person.accountId)],
  );
  const begun = ids.filter((id) => rows.some((row) => row.id === uuidOf(id)));
  workMs = 50;
  await Promise.all(begun.map(cancel));
  const left = ids.filter((id) => id !== waits && !begun.includes(id));
  expect(left).toHaveLength(2);
  const results = await finishAll(key, left);
  const cost = results.reduce((sum, { creditCost }) => sum + (creditCost as number), 0);
  expect(await balanceOf(api.base, key)).toBeCloseTo(before - cost, 3);
  await expectSoundLedger(database.url);
  await worker.end('SIGTERM');
});

it('another plan holds at the next look: without a limit, everything that waited is begun', async () => {
  const { key, person } = await callerOn('small');
  workMs = 60_000;
  const ids = await start(key, 10);
  const worker = await startWorker(20);
  await until(async () => (await begunOf(person)) === PLACES);
  workMs = 50;
  await moveTo('free', person);
  await until(async () => (await begunOf(person)) === 10);
  await worker.end('SIGKILL');
  const second = await startWorker(20);
  await finishAll(key, ids);
  await second.end('SIGTERM');
});

it('a plan with priority 3 has three predictions begun for one of another account', async () => {
  const usual = await callerOn('free');
  const preferred = await callerOn('preferred');
  workMs = 10;
  const [first, second] = [await start(usual.key, 30), await start(preferred.key, 30)];
  const worker = await startWorker(1);
  await finishAll(usual.key, first);
  await finishAll(preferred.key, second);
  const order = await database.query<{ account_id: string }>(
    `select account_id from predictions where account_id = any($1::uuid[]) order by started_at limit 32`,
    [[usual, preferred].map(({ person }) => uuidOf(person.accountId))],
  );
  const ofPreferred = order.filter(({ account_id }) => account_id === uuidOf(preferred.person.accountId));
  console.log(`of the first 32 begun predictions, ${ofPreferred.length} of the plan with priority 3`);
  expect(ofPreferred.length).toBeGreaterThanOrEqual(22);
  expect(ofPreferred.length).toBeLessThanOrEqual(26);
  await worker.end('SIGTERM');
});

it('a plan that the catalogue has no longer has the places of the default plan', async () => {
  const directory = catalogueWithPlans([{ key: 'free', title: 'Free', maxConcurrent: PLACES }]);
  const app = await startApp({ CATALOGUE_DIR: directory, ROLES: 'api', SIGNUP_CREDITS: '1000' });
  const { key, person } = await newCaller(app.base);
  const account = uuidOf(person.accountId);
  await app.database.query(`update accounts set plan = 'gone' where id = $1`, [account]);
  const body = { modelKey: 'embedded-fault', mode: 'ok' };
  await Promise.all(Array.from({ length: PLACES + 2 }, () => generate(app.base, key, body)));
  await new PlanPlaces(
    app.app.get(Database, { strict: false }),
    app.app.get(Catalogue, { strict: false }),
  ).fill();
  const [row] = await app.database.query<{ placed: number }>(
    'select count(fair_tag)::int as placed from predictions where account_id = $1',
    [account],
  );
  expect(row).toEqual({ placed: PLACES });
  await app.close();
  await rm(directory, { recursive: true });
});

it('sixteen processes that fill places at once give as many as there are', async () => {
  const app = await startApp({ CATALOGUE_DIR: env.CATALOGUE_DIR!, ROLES: 'api', SIGNUP_CREDITS: '1000' });
  const queries = app.app.get(Database, { strict: false });
  const catalogue = app.app.get(Catalogue, { strict: false });
  for (let round = 0; round < 10; round += 1) {
    const { key, person } = await newCaller(app.base);
    const account = uuidOf(person.accountId);
    await app.database.query(`update accounts set plan = 'small' where id = $1`, [account]);
    const body = { modelKey: 'embedded-fault', mode: 'ok' };
    await Promise.all(Array.from({ length: 12 }, () => generate(app.base, key, body)));
    await Promise.all(Array.from({ length: 16 }, () => new PlanPlaces(queries, catalogue).fill()));
    const [row] = await app.database.query<{ placed: number; waiting: number }>(
      `select count(fair_tag)::int as placed, (count(*) - count(fair_tag))::int as waiting from predictions where account_id = $1`,
      [account],
    );
    expect(row).toEqual({ placed: PLACES, waiting: 12 - PLACES });
  }
  await app.close();
});
