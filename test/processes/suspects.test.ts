/** Suspects, predictions of repeated crashes: not claimed by workers, run one at a time in a process of their own. */
import { descendantsOf, isAlive } from '../../prove/harness/cluster/process-list.mjs';
import { PredictionQueue } from '../../src/generation/queue/prediction.queue.js';
import { MAX_ISOLATED_CRASHES, SUSPECT_CRASHES } from '../../src/generation/queue/retry-policy.js';
import { SuspectQueue } from '../../src/generation/queue/suspect.queue.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, generate, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { endServices, spawnService, until } from '../support/service-process.js';

const FREE = [{ provider: 'fault', submits: 100, polls: 100 }];
const WORKER = 4711;

let api: TestApp;
let queue: PredictionQueue;
let suspects: SuspectQueue;
let key: string;
beforeAll(async () => {
  // A process with an isolated program leaves suspects to it; here only its presence matters.
  api = await startApp({ ROLES: 'api' }, undefined, { isolatedProgram: 'isolated.js' });
  queue = api.app.get(PredictionQueue, { strict: false });
  suspects = api.app.get(SuspectQueue, { strict: false });
  key = (await newCaller(api.base)).key;
});
/** Ends the predictions before the next test. */
afterEach(() =>
  api.database.query(
    `update predictions set run_at = clock_timestamp() + interval '1 day', lease_until = null, leased_by = null
     where status = 'processing'`,
  ),
);
afterAll(() => api.close());
afterAll(endServices);

/** Creates a started prediction whose worker crashed so many times. */
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

it('a worker claims a prediction with one crash, and not one with two', async () => {
  const once = await crashed(SUSPECT_CRASHES - 1);
  const twice = await crashed(SUSPECT_CRASHES);
  expect(await claimedByWorker()).toEqual([once]);
  expect(await suspects.hasDue(FREE)).toBe(true);
  expect((await suspects.claim(FREE, WORKER, 15))?.id).toBe(twice);
  expect(await suspects.hasDue(FREE)).toBe(false);
});

it('the second crash counts at once, not with the next claim', async () => {
  const id = await crashed(SUSPECT_CRASHES - 1);
  await api.database.query(
    `update predictions set lease_until = clock_timestamp() - interval '1 s' where id = $1`,
    [id],
  );
  expect(await claimedByWorker()).toEqual([]);
  expect(await suspects.claim(FREE, WORKER, 15)).toMatchObject({ id, crashes: SUSPECT_CRASHES });
});

it('suspects of an engine at its limit keep waiting', async () => {
  await crashed(SUSPECT_CRASHES);
  const full = [{ provider: 'fault', submits: 0, polls: 1 }];
  expect(await suspects.hasDue(full)).toBe(false);
  expect(await suspects.claim(full, WORKER, 15)).toBeNull();
});

it('a worker does not poll for a due suspect', async () => {
  await crashed(SUSPECT_CRASHES);
  // Only predictions of earlier tests, due in a day.
  expect((await queue.nextDueMs(FREE)) ?? Infinity).toBeGreaterThan(3_600_000);
});

it('the suspect with the fewest crashes runs first', async () => {
  const killer = await crashed(SUSPECT_CRASHES + 1);
  const near = await crashed(SUSPECT_CRASHES);
  const claims = [await suspects.claim(FREE, 1, 15), await suspects.claim(FREE, 2, 15)];
  expect(claims.map((claim) => claim?.id)).toEqual([near, killer]);
});

it('a crash in the suspect process is counted once, by its parent process, and releases the prediction at once', async () => {
  const id = await crashed(SUSPECT_CRASHES);
  await suspects.claim(FREE, WORKER, 15);
  expect(await suspects.countCrash(WORKER + 1)).toEqual([]);
  expect(await suspects.countCrash(WORKER)).toEqual([
    { id, crashes: SUSPECT_CRASHES + 1, isolated_crashes: 1 },
  ]);
  expect(await suspects.countCrash(WORKER)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ isolated_crashes: 1, is_free: true });
});

it('a suspect that passes a step and waits for its engine becomes a normal prediction, once', async () => {
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
  // Started after the suspects exist: a running worker would claim a prediction before it becomes one.
  const startWorker = () => spawnService({ DATABASE_URL: api.url, DATA_DIR: api.directory, ROLES: 'worker' });

  it('completes a harmless suspect in a process of its own, and fails and refunds one that crashes again', async () => {
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

  it('that is killed leaves the suspect process running until no suspect is left', async () => {
    const first = await crashed(SUSPECT_CRASHES);
    const worker = await startWorker();
    await until(async () => (await rowOf(first)).status === 'completed');
    const [child] = descendantsOf(worker.pid);
    await worker.end('SIGKILL');
    const second = await crashed(SUSPECT_CRASHES);
    await until(async () => (await rowOf(second)).status === 'completed');
    await until(() => !isAlive(child!));
  });

  it('stops gracefully together with that process', async () => {
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
