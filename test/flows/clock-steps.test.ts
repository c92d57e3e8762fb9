/** The database's clock was ahead and has stepped back: timestamps written meanwhile are corrected, and no others. */
import { jest } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { ProviderCircuits } from '../../src/generation/index.js';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { ClockCorrection } from '../../src/generation/worker/clock-correction.js';
import { Config } from '../../src/platform/config/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { generate, newCaller } from '../support/client.js';
import { holding } from '../support/held-transactions.js';
import { uuidOf } from '../support/public-ids.js';

const LEASE_SECONDS = 15;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  ({ key } = await newCaller(app.base));
});
afterAll(() => app.close());

/** Creates a prediction with these timestamps, in seconds from now. @returns a function that reads them */
async function withTimes(times: Record<string, number>): Promise<() => Promise<Record<string, number>>> {
  const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'hang' });
  const id = uuidOf(predictionId as string);
  for (const [column, seconds] of Object.entries(times))
    await app.database.query(
      `update predictions set ${column} = clock_timestamp() + make_interval(secs => $2) where id = $1`,
      [id, seconds],
    );
  return async () => {
    const columns = ['created_at', 'started_at', 'run_at', 'lease_until', 'deadline_at'].map(
      (column) => `extract(epoch from ${column} - clock_timestamp())::float8 as ${column}`,
    );
    const [row] = await app.database.query<Record<string, number>>(
      `select ${columns.join(', ')} from predictions where id = $1`,
      [id],
    );
    return row!;
  };
}

const part = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });

const correct = async (hasStepped: boolean) =>
  (await part(PredictionQueue).correctFuture(LEASE_SECONDS, hasStepped)).corrected;

it('a wait of an hour ends now, and a lease of an hour is shortened to a full lease', async () => {
  const waits = await withTimes({ started_at: -5, run_at: 3_600 });
  const leased = await withTimes({ started_at: -5, run_at: -5, lease_until: 3_600 });
  expect(await correct(true)).toBe(2);
  expect((await waits()).run_at).toBeLessThanOrEqual(0);
  const { lease_until: lease } = await leased();
  expect(lease).toBeLessThanOrEqual(LEASE_SECONDS);
  expect(lease).toBeGreaterThan(0);
  expect(await correct(true)).toBe(0);
});

it('a prediction created in the future counts as created now, and keeps its time until the deadline', async () => {
  const all = { created_at: 3_600, started_at: 3_601, run_at: 3_602, deadline_at: 3_900 };
  const read = await withTimes(all);
  // A creation in the future proves a step: no other evidence is needed.
  expect(await correct(false)).toBe(1);
  const times = await read();
  for (const column of ['created_at', 'started_at', 'run_at']) expect(times[column]).toBeLessThanOrEqual(0);
  expect(times.deadline_at).toBeLessThanOrEqual(301);
  expect(times.deadline_at).toBeGreaterThan(200);
  expect(await correct(true)).toBe(0);
});

it('poll intervals of engines, valid leases and steps of a minute are not changed', async () => {
  await withTimes({ started_at: -5, run_at: 3_600 });
  expect(await correct(false)).toBe(0);
  await correct(true);
  await withTimes({ started_at: 50, run_at: 55, created_at: 50, lease_until: LEASE_SECONDS + 50 });
  expect(await correct(true)).toBe(0);
});

it('corrects more rows than one statement handles', async () => {
  await withTimes({ created_at: 3_600 });
  await app.database.query(
    `insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
       deadline_at, created_at, run_at)
     select gen_random_uuid(), account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
       deadline_at, created_at, created_at
     from predictions, generate_series(1, 2500) where created_at > clock_timestamp() + interval '60 s'`,
  );
  expect(await correct(true)).toBe(2_501);
});

it('a row that is locked during several corrections is corrected when it is free', async () => {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  // An hour that the database clock does not have: it has stepped back.
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  const parts = [part(Config), part(Database), part(PredictionQueue), part(ProviderCircuits)] as const;
  const correction = new ClockCorrection(new SchedulerRegistry(), ...parts);
  await correction.round();
  const read = await withTimes({ started_at: -5, run_at: 3_600 });
  const release = await holding(
    app,
    `select from predictions where run_at > now() + interval '60 s' for update`,
  );
  aheadMs = 3_600_000;
  for (let second = 0; second < 8; second += 1) {
    await correction.round();
    aheadMs += 1_000;
  }
  expect((await read()).run_at).toBeGreaterThan(60);
  await release();
  await correction.round();
  expect((await read()).run_at).toBeLessThanOrEqual(0);
  clock.mockRestore();
});

it('probes an engine with an open circuit now, unless its probe is due within a minute', async () => {
  await app.database.query(
    `insert into provider_circuits (provider, failures, open_until, reason)
     values ('hour', 3, clock_timestamp() + interval '1 h', ''), ('soon', 3, clock_timestamp() + interval '50 s', '')`,
  );
  await part(ProviderCircuits).correctFuture();
  const due = await app.database.query(
    `select provider, open_until <= clock_timestamp() as due from provider_circuits order by provider`,
  );
  expect(due).toEqual([
    { provider: 'hour', due: true },
    { provider: 'soon', due: false },
  ]);
});
