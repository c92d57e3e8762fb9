/** The places of an engine: which predictions hold one, and what claims do when all are taken. */
import { Client } from 'pg';
import { Catalogue } from '../../src/catalogue/index.js';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { SUSPECT_CRASHES } from '../../src/generation/queue/retry-policy.js';
import { SuspectQueue } from '../../src/generation/queue/suspect.queue.js';
import { PredictionSettlement } from '../../src/generation/settlement/prediction.settlement.js';
import { startApp, type TestApp } from '../support/app.js';
import { generate, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const LIMIT = 3;
const PROVIDER = 'fault';
const LOCK_ENGINE = `select pg_advisory_xact_lock(726441, hashtext('${PROVIDER}'))`;

let api: TestApp;
let queue: PredictionQueue;
let settlement: PredictionSettlement;
let key: string;

beforeAll(async () => {
  // A process with an isolated program leaves suspects to it.
  api = await startApp({ ROLES: 'api' }, undefined, { isolatedProgram: 'isolated.js' });
  queue = api.app.get(PredictionQueue, { strict: false });
  settlement = api.app.get(PredictionSettlement, { strict: false });
  key = (await newCaller(api.base)).key;
});
/** Ends the predictions of the test. */
afterEach(() =>
  api.database.query(
    `update predictions set status = 'failed', error_code = 'cancelled', completed_at = now(), lease_until = null, leased_by = null
     where status = 'processing'`,
  ),
);
afterAll(() => api.close());

const start = async (count: number, token = key): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(
      uuidOf((await generate(api.base, token, { modelKey: 'embedded-fault', mode: 'hang' })).predictionId),
    );
  return ids;
};

interface Claimed {
  ids: string[];
  leases: { id: string; fence: number }[];
  full: readonly string[];
  busy: readonly string[];
}
async function claim({ submits = 10, worker = 1, limit = LIMIT, leaseSeconds = 15 } = {}): Promise<Claimed> {
  let taken: { full: readonly string[]; busy: readonly string[] } = { full: [], busy: [] };
  const free = [{ provider: PROVIDER, submits, polls: 10, placeLimit: limit }];
  const claimed = await queue.claim(free, submits, worker, leaseSeconds, (engines) => (taken = engines));
  const leases = claimed.map(({ id, fence }) => ({ id, fence }));
  return { ids: leases.map(({ id }) => id), leases, ...taken };
}
const expire = (ids: string[]) =>
  api.database.query('update predictions set lease_until = clock_timestamp() where id = any($1::uuid[])', [
    ids,
  ]);
const makeDue = (ids: string[]) =>
  api.database.query('update predictions set run_at = clock_timestamp() where id = any($1::uuid[])', [ids]);
const ref = { ref: { job: 'x' }, pollAfterMs: 3_600_000 };

it('sixteen concurrent claims take as many predictions as there are places, in fair order', async () => {
  const other = (await newCaller(api.base)).key;
  const many = await start(8);
  const [single] = await start(1, other);
  const claims = await Promise.all(
    Array.from({ length: 16 }, (_, n) => claim({ submits: 2, worker: n + 1 })),
  );
  const ids = claims.flatMap((one) => one.ids);
  // Claims that met another one took nothing; the rest of the places is left to the next claim.
  ids.push(...(await claim()).ids);
  expect(ids).toHaveLength(LIMIT);
  // The line of an account with many predictions does not delay the other account.
  expect(ids).toContain(single);
  expect(ids.filter((id) => many.slice(0, 2).includes(id))).toHaveLength(2);
  expect(await claim()).toMatchObject({ ids: [], full: [PROVIDER] });
});

it('never more in many rounds of concurrent claims, beside settlements', async () => {
  await start(40);
  let ended = 0;
  for (let round = 0; ended < 40; round += 1) {
    await Promise.all(Array.from({ length: 6 }, (_, n) => claim({ submits: 1 + (n % 3), worker: n + 1 })));
    const held = await api.database.query<{ id: string; fence: number }>(
      `select id, fence from predictions where status = 'processing' and started_at is not null`,
    );
    expect(held.length).toBeLessThanOrEqual(LIMIT);
    const [first] = held;
    if (!first) continue;
    await Promise.all([
      settlement.fail({ ...first, code: 'provider_error', message: 'x', ending: 'refused' }),
      claim({ worker: 90 }),
    ]);
    ended += 1;
  }
});

it('a prediction holds its place while its engine has it, and frees it when it is final', async () => {
  await start(LIMIT + 1);
  const { leases } = await claim();
  expect(leases).toHaveLength(LIMIT);
  for (const lease of leases) {
    await queue.begin(lease);
    await queue.await(lease, ref);
  }
  expect(await claim()).toMatchObject({ ids: [], full: [PROVIDER] });
  await api.database.query(
    `update predictions set status = 'failed', error_code = 'cancelled', completed_at = now() where id = $1`,
    [leases[0]!.id],
  );
  expect((await claim()).ids).toHaveLength(1);
});

it('a poll needs no place', async () => {
  await start(LIMIT);
  const { leases, ids } = await claim();
  for (const lease of leases) await queue.await(lease, ref);
  await makeDue(ids);
  expect((await claim()).ids.sort()).toEqual([...ids].sort());
});

it('a retry frees the place; one whose submit may have been accepted keeps it and needs no other', async () => {
  await start(LIMIT + 2);
  const { leases } = await claim();
  const [certain, ambiguous] = leases;
  for (const lease of leases) await queue.begin(lease);
  const retry = { delayMs: 3_600_000, isCounted: true, message: 'busy' };
  await queue.retry(certain!, retry);
  await queue.retry(ambiguous!, { ...retry, isAmbiguous: true });
  expect((await claim()).ids).toHaveLength(1);
  // All places are taken, one of them by the ambiguous one: it alone can be claimed.
  await makeDue([certain!.id, ambiguous!.id]);
  expect((await claim()).ids).toEqual([ambiguous!.id]);
});

it('the places of a dead or frozen worker come back with its leases, and are not counted twice', async () => {
  await start(LIMIT + 3);
  const { ids, leases } = await claim({ worker: 1 });
  await queue.begin(leases[0]!);
  await expire(ids);
  expect((await claim({ worker: 2 })).ids.sort()).toEqual([...ids].sort());
  // The frozen worker continues: it begins nothing, and the new worker's places are all there are.
  expect(await queue.begin(leases[1]!)).toBeNull();
  expect((await claim({ worker: 3 })).ids).toEqual([]);
});

it('a step of the clock changes no count', async () => {
  await start(LIMIT + 1);
  const { ids } = await claim();
  await api.database.query(
    `update predictions set run_at = now() + interval '1 hour', lease_until = now() - interval '1 hour' where id = any($1::uuid[])`,
    [ids],
  );
  expect(await claim()).toMatchObject({ ids: [], full: [PROVIDER] });
});

it('a prediction that moves to another engine takes no place with it', async () => {
  await start(1);
  const { ids } = await claim();
  await expire(ids);
  const [model] = api.app
    .get(Catalogue, { strict: false })
    .list()
    .filter((one) => one.modelKey === 'embedded-fault');
  expect(model).toBeDefined();
  expect(
    await queue.reroute(PROVIDER, 'embedded-fault', { provider: 'elsewhere', model: 'm' } as never),
  ).toBe(1);
  const free = [{ provider: 'elsewhere', submits: 1, polls: 1, placeLimit: 1 }];
  await start(0);
  const [moved] = await queue.claim(free, 1, 1, 15);
  expect(moved!.id).toBe(ids[0]);
  const [row] = await api.database.query<{ taken: number }>(
    `select engine_places_taken('elsewhere', 9) as taken`,
  );
  expect(row!.taken).toBe(1);
});

it('a lowered limit admits nothing until enough predictions have ended', async () => {
  await start(LIMIT + 2);
  await claim();
  expect(await claim({ limit: 1 })).toMatchObject({ ids: [], full: [PROVIDER] });
});

it('a suspect needs a place too, and keeps the one that it holds', async () => {
  const suspects = api.app.get(SuspectQueue, { strict: false });
  const free = [{ provider: PROVIDER, submits: 1, polls: 1, placeLimit: LIMIT }];
  const [suspect] = await start(1);
  await api.database.query('update predictions set started_at = now(), crashes = $2 where id = $1', [
    suspect,
    SUSPECT_CRASHES,
  ]);
  await start(LIMIT);
  expect((await claim()).ids).toHaveLength(LIMIT);
  expect(await suspects.hasDue(free)).toBe(false);
  expect(await suspects.claim(free, 9, 15)).toBeNull();
  await api.database.query('update predictions set submit_open = true where id = $1', [suspect]);
  expect((await suspects.claim(free, 9, 15))?.id).toBe(suspect);
});

it('a claim does not wait for the lock of an engine: other engines and polls are claimed meanwhile', async () => {
  const other = new Client({ connectionString: api.url });
  await other.connect();
  try {
    const [awaited] = await start(1);
    const { leases } = await claim();
    await queue.await(leases[0]!, ref);
    await makeDue([awaited!]);
    await start(1);
    await other.query('begin');
    await other.query(LOCK_ENGINE);
    expect(await claim()).toMatchObject({ ids: [awaited], full: [], busy: [PROVIDER] });
    await other.query('commit');
    expect((await claim()).ids).toHaveLength(1);
  } finally {
    await other.end();
  }
});

it('an engine without a limit is neither counted nor locked', async () => {
  await start(LIMIT + 2);
  const client = new Client({ connectionString: api.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(LOCK_ENGINE);
    const free = [{ provider: PROVIDER, submits: 10, polls: 10 }];
    expect(await queue.claim(free, 10, 1, 15)).toHaveLength(LIMIT + 2);
    await client.query('rollback');
  } finally {
    await client.end();
  }
});
