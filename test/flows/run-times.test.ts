/** The service learns how long predictions take: for the order of the queue, and for `queue.etaSeconds`. */
import { RunTimes } from '../../src/generation/estimates/run-times.js';
import { startApp, type TestApp } from '../support/app.js';
import { finished, generate, newCaller } from '../support/client.js';

let app: TestApp;
let other: TestApp;
let caller: { key: string };
beforeAll(async () => {
  app = await startApp({ ROLES: 'api,worker' });
  other = await startApp({ ROLES: 'api' }, app.database);
  caller = await newCaller(app.base);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const runTimesOf = (of: TestApp) => of.app.get(RunTimes, { strict: false });

async function run(body: object): Promise<void> {
  const { predictionId } = await generate(app.base, caller.key, { modelKey: 'embedded-fault', ...body });
  await finished(app.base, caller.key, predictionId as string);
}

/** Returns the learned rows once there are `runs` runs in them. */
async function learned(runs: number) {
  for (;;) {
    const rows = await app.database.query<{ workload: string; seconds: number; runs: number }>(
      'select workload, seconds, held_seconds, runs from run_times order by seconds',
    );
    if (rows.reduce((sum, row) => sum + row.runs, 0) >= runs) return rows;
  }
}

it('measures completed predictions per workload, and no others', async () => {
  await Promise.all([
    run({ mode: 'slow', seconds: 1, prompt: 'one' }),
    run({ mode: 'slow', seconds: 1, prompt: 'two' }),
    run({ mode: 'permanent' }),
    run({ mode: 'ok' }),
  ]);
  const [quick, slow, ...rest] = await learned(3);
  expect(rest).toEqual([]);
  expect(quick).toMatchObject({ runs: 1 });
  expect(slow).toMatchObject({ runs: 2 });
  expect(slow!.seconds).toBeGreaterThanOrEqual(1);
});

it('another process reads them, and gives a new prediction the learned weight', async () => {
  const slow = (await learned(3)).at(-1)!;
  // A process that has read nothing yet reads before its first creation.
  const { predictionId } = await generate(other.base, caller.key, {
    modelKey: 'embedded-fault',
    mode: 'slow',
    seconds: 1,
  });
  const [row] = await app.database.query<{ workload: string; weight: string }>(
    `select workload, weight from predictions where 'pred_' || replace(id::text, '-', '') = $1`,
    [predictionId],
  );
  expect(row!.workload).toBe(slow.workload);
  expect(Number(row!.weight)).toBe(Math.ceil(slow.seconds * 1000));
});

it('expects of an unmeasured workload what its model takes, in proportion to the cost', async () => {
  const runTimes = runTimesOf(other);
  await runTimes.refresh();
  const usual = runTimes.expect({ modelKey: 'embedded-fault', workload: '0', cost: 1000 }).seconds;
  expect(runTimes.expect({ modelKey: 'embedded-fault', workload: '0', cost: 3000 }).seconds).toBeCloseTo(
    3 * usual,
  );
});

it('expects of an unmeasured model what the catalogue says', () => {
  const { seconds } = runTimesOf(other).expect({ modelKey: 'embedded-sketch', workload: '0', cost: 1000 });
  expect(seconds).toBeGreaterThan(0);
});

it('follows an engine that becomes faster', async () => {
  const [before] = await learned(3);
  await app.database.query('update run_times set seconds = 100, runs = 1000 where workload = $1', [
    before!.workload,
  ]);
  for (let index = 0; index < 30; index += 1) await run({ mode: 'ok' });
  await learned(1030);
  const [now] = await app.database.query<{ seconds: number }>(
    'select seconds from run_times where workload = $1',
    [before!.workload],
  );
  expect(now!.seconds).toBeLessThan(60);
});
