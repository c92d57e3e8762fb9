/** Predictions that were in too many crashes: left alone by workers, claimed one at a time, judged by what they do alone. */
import { PredictionQueue } from '../../src/generation/store/prediction.queue.js';
import { MAX_ISOLATED_CRASHES, SUSPECT_CRASHES } from '../../src/generation/store/retry-policy.js';
import { SuspectQueue } from '../../src/generation/store/suspect.queue.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, generate, newCaller } from '../support/client.js';
import { descendantsOf, endServices, isAlive, spawnService, until } from '../support/service-process.js';

const uuidOf = (predictionId: string) =>
  predictionId.replace(/^pred_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const FREE = [{ provider: 'fault', submits: 100, polls: 100 }];
const WORKER = 4711;

let api: TestApp;
let queue: PredictionQueue;
let suspects: SuspectQueue;
let key: string;
beforeAll(async () => {
  // Only the name of the program matters here: a process that has one leaves suspects to it.
  api = await startApp({ ROLES: 'api' }, undefined, { isolatedProgram: 'isolated.js' });
  queue = api.app.get(PredictionQueue, { strict: false });
  suspects = api.app.get(SuspectQueue, { strict: false });
  key = (await newCaller(api.base)).key;
});
/** Out of the way of the next test. */
afterEach(() =>
  api.database.query(
    `update predictions set run_at = clock_timestamp() + interval '1 day', lease_until = null, leased_by = null
     where status = 'processing'`,
  ),
);
afterAll(() => api.close());
afterAll(endServices);

/** A prediction that a worker began and whose workers ended so many times. */
async function crashed(crashes: number): Promise<string> {
  const { predictionId } = await generate(api.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  const id = uuidOf(predictionId);
  await api.database.query(
    'update predictions set started_at = clock_timestamp(), crashes = $2, isolated_crashes = 0 where id = $1',
    [id, crashes],
  );
  return id;
}
const rowOf = async (id: string) =>
  (
    await api.database.query(
      'select crashes, isolated_crashes, lease_until <= clock_timestamp() as is_free, status from predictions where id = $1',
      [id],
    )
  )[0]!;
const claimedByWorker = async () => (await queue.claim(FREE, 100, WORKER, 15)).map(({ id }) => id);

it('a worker claims what was in one crash, and leaves what was in two', async () => {
  const once = await crashed(SUSPECT_CRASHES - 1);
  const twice = await crashed(SUSPECT_CRASHES);
  expect(await claimedByWorker()).toEqual([once]);
  expect(await suspects.hasDue(FREE)).toBe(true);
  expect((await suspects.claim(FREE, WORKER, 15))?.id).toBe(twice);
  expect(await suspects.hasDue(FREE)).toBe(false);
});

it('the second crash counts from the moment of it, not from the next claim', async () => {
  const id = await crashed(SUSPECT_CRASHES - 1);
  await api.database.query(
    `update predictions set lease_until = clock_timestamp() - interval '1 s' where id = $1`,
    [id],
  );
  expect(await claimedByWorker()).toEqual([]);
  expect(await suspects.claim(FREE, WORKER, 15)).toMatchObject({ id, crashes: SUSPECT_CRASHES });
});

it('an engine without room keeps its suspects waiting', async () => {
  await crashed(SUSPECT_CRASHES);
  const full = [{ provider: 'fault', submits: 0, polls: 1 }];
  expect(await suspects.hasDue(full)).toBe(false);
  expect(await suspects.claim(full, WORKER, 15)).toBeNull();
});

it('a worker does not look again and again for a suspect that is due', async () => {
  await crashed(SUSPECT_CRASHES);
  // Only what the tests before have left, a day from now.
  expect((await queue.nextDueMs(FREE)) ?? Infinity).toBeGreaterThan(3_600_000);
});

it('of several suspects the one that ended the fewest processes goes first', async () => {
  const killer = await crashed(SUSPECT_CRASHES + 1);
  const near = await crashed(SUSPECT_CRASHES);
  const claims = [await suspects.claim(FREE, 1, 15), await suspects.claim(FREE, 2, 15)];
  expect(claims.map((claim) => claim?.id)).toEqual([near, killer]);
});

it('a crash alone is counted once, by the process that saw it, and frees the prediction at once', async () => {
  const id = await crashed(SUSPECT_CRASHES);
  await suspects.claim(FREE, WORKER, 15);
  expect(await suspects.countCrash(WORKER + 1)).toEqual([]);
  expect(await suspects.countCrash(WORKER)).toEqual([
    { id, crashes: SUSPECT_CRASHES + 1, isolated_crashes: 1 },
  ]);
  expect(await suspects.countCrash(WORKER)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ isolated_crashes: 1, is_free: true });
});

it('what passes a step alone and waits at its engine goes back among the others, once', async () => {
  const id = await crashed(SUSPECT_CRASHES);
  for (const expected of [
    { crashes: SUSPECT_CRASHES - 1, isolated_crashes: 1 },
    { crashes: SUSPECT_CRASHES, isolated_crashes: 1 },
  ]) {
    const claimed = (await suspects.claim(FREE, WORKER, 15))!;
    await queue.await(claimed, { ref: { job: 1 }, pollAfterMs: 0 });
    await suspects.unmark(claimed);
    expect(await rowOf(id)).toMatchObject(expected);
    await api.database.query('update predictions set crashes = $2 where id = $1', [id, SUSPECT_CRASHES]);
  }
});

describe('a worker process', () => {
  // Started after the suspects: a worker that is up would claim a prediction before it is made one.
  const startWorker = () => spawnService({ DATABASE_URL: api.url, DATA_DIR: api.directory, ROLES: 'worker' });

  it('completes an innocent suspect in a process of its own, and fails and refunds a guilty one', async () => {
    const balance = await balanceOf(api.base, key);
    const innocent = await crashed(SUSPECT_CRASHES);
    const guilty = await crashed(SUSPECT_CRASHES);
    await api.database.query('update predictions set isolated_crashes = $2 where id = $1', [
      guilty,
      MAX_ISOLATED_CRASHES,
    ]);
    const worker = await startWorker();
    await until(async () => (await rowOf(innocent)).status === 'completed');
    await until(async () => (await rowOf(guilty)).status === 'failed');
    expect(worker.log()).toContain('runs alone in an isolated process');
    expect(await balanceOf(api.base, key)).toBe(balance - 1);
    expect((await worker.end('SIGTERM')).code).toBe(0);
  });

  it('killed, leaves that process at work until no suspect is left', async () => {
    const first = await crashed(SUSPECT_CRASHES);
    const worker = await startWorker();
    await until(async () => (await rowOf(first)).status === 'completed');
    const [child] = descendantsOf(worker.pid);
    await worker.end('SIGKILL');
    const second = await crashed(SUSPECT_CRASHES);
    await until(async () => (await rowOf(second)).status === 'completed');
    await until(() => !isAlive(child!));
  });

  it('stops in order while that process is there, and leaves none behind', async () => {
    await crashed(SUSPECT_CRASHES);
    const worker = await startWorker();
    const [child] = await until(() => {
      const children = descendantsOf(worker.pid);
      return children.length > 0 ? children : null;
    });
    expect((await worker.end('SIGTERM')).code).toBe(0);
    await until(() => !isAlive(child!));
  });
});
