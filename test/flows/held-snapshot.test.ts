/** Claims while a snapshot is held, which keeps the index entries of all predictions that were claimed and settled since. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { startApp, type TestApp } from '../support/app.js';
import { newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';

const PROVIDER = 'fault';
const WORKER = 4711;
const ENOUGH = 4_000;
/** A multiple of the longest pause between two claims from the beginning. */
const MOST_MS = 90_000;

let api: TestApp;
let queue: PredictionQueue;
let accountId: string;
let snapshot: Client;

beforeAll(async () => {
  api = await startApp({ ROLES: 'api' });
  queue = api.app.get(PredictionQueue, { strict: false });
  accountId = uuidOf((await newCaller(api.base)).person.accountId);
  snapshot = new Client({ connectionString: api.url });
  await snapshot.connect();
  await snapshot.query('begin isolation level repeatable read');
  await snapshot.query('select 1 from accounts');
});
afterAll(async () => {
  await snapshot.end();
  await api.close();
});

const claim = async (count: number) =>
  (await queue.claim([{ provider: PROVIDER, submits: count, polls: count }], count, WORKER, 15)).map(
    ({ id }) => id,
  );

/** Inserts waiting predictions with these tags. @returns their ids in that order. */
async function wait(tags: number[]): Promise<string[]> {
  const rows = await api.database.query<{ id: string }>(
    `insert into predictions (id, account_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag, deadline_at)
     select uuidv7(), $1, 'live', 'embedded-fault', 'fault', 'image', 'text-to-image', $2, '{}', 0, tag, now() + interval '1 hour'
     from unnest($3::bigint[]) with ordinality as t (tag, n) order by n returning id`,
    [accountId, PROVIDER, tags],
  );
  return rows.map(({ id }) => id);
}

const settle = (ids: string[]) =>
  api.database.query(
    `update predictions set status = 'completed', outputs = '[]', completed_at = now(), lease_until = null, leased_by = null
     where id = any($1::uuid[])`,
    [ids],
  );

/** Serves predictions with rising tags until claims start at marks. @returns the last tag. */
async function serve(): Promise<number> {
  await wait(Array.from({ length: ENOUGH }, (_, n) => 1_000 + n));
  for (let served = 0; served < ENOUGH;) {
    const ids = await claim(200);
    await settle(ids);
    served += ids.length;
  }
  await sleep(2_500); // Marks are used when the statements that ran beside them are over.
  return 1_000 + ENOUGH;
}

/** Claims until a claim started at a mark. @returns a prediction that waits before the mark. */
async function waitBeforeMark(last: number): Promise<string> {
  const until = performance.now() + MOST_MS;
  for (let tag = 1; performance.now() < until; tag += 1) {
    const [behind] = await wait([last + tag]);
    const [early] = await wait([tag]);
    const claimed = await claim(1);
    if (claimed[0] === behind) return early!;
    await settle([...claimed, ...(await claim(10))]);
  }
  throw new Error('every claim started at the beginning');
}

it('claims what begins to wait before a mark, in the claim from the beginning that follows', async () => {
  const early = await waitBeforeMark(await serve());
  const until = performance.now() + MOST_MS;
  const found: string[] = [];
  while (!found.includes(early) && performance.now() < until) {
    await sleep(50);
    found.push(...(await claim(10)));
  }
  expect(found).toEqual([early]);
});

it('keeps the fair order, and claims nothing twice', async () => {
  const from = 100_000;
  const tags = Array.from({ length: 200 }, (_, n) => from + ((n * 77) % 200));
  const ids = await wait(tags);
  const inOrder = ids.map((id, n) => ({ id, tag: tags[n]! })).sort((a, b) => a.tag - b.tag);
  const claimed: string[] = [];
  for (let n = 0; n < 20; n += 1) claimed.push(...(await claim(10)));
  expect(claimed).toEqual(inOrder.map(({ id }) => id));
  expect(await claim(10)).toEqual([]);
});

it('claims the predictions of a dead worker at once, however long ago they were due', async () => {
  await api.database.query(`update predictions set run_at = now() - interval '1 hour' where leased_by = $1`, [
    WORKER,
  ]);
  const released = await queue.releaseAbandoned([WORKER]);
  expect(released).toBeGreaterThan(200);
  expect(await claim(1_000)).toHaveLength(released);
});

it('starts at the beginning again once the snapshot is gone', async () => {
  await snapshot.query('commit');
  let found: string[] = [];
  const until = performance.now() + MOST_MS;
  for (let tag = 1; found.length < 3 && performance.now() < until; tag += 1) {
    const [early] = await wait([tag]);
    const claimed = await claim(10);
    found = claimed.includes(early!) ? [...found, early!] : [];
    await sleep(50);
  }
  expect(found).toHaveLength(3);
});
