/** The concurrency of an engine over all processes, as counted by the engine, also when a worker is killed. */
import { finished, generate, newCaller } from '../support/client.js';
import { CountedEngine } from '../support/counted-engine.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { endServices, type ServiceProcess, spawnService, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const PLACES = 6;
const WORKERS = 3;
/** Long beside the time in which a loaded machine hands a place over. */
const WORK_MS = 3_000;
const PREDICTIONS = 36;

let engine: CountedEngine;
let database: TestDatabase;
let api: ServiceProcess;
let workers: ServiceProcess[];

beforeAll(async () => {
  engine = await CountedEngine.start(() => WORK_MS * (0.75 + Math.random() / 2));
  const { env } = await writeTrialCatalogue([
    {
      provider: 'counted',
      like: 'catalogue/openai-compatible.yaml',
      url: `${engine.url}/v1`,
      limits: { concurrency: PLACES },
      // A request that a killed worker had sent is sent again.
      models: [{ modelKey: 'counted', options: { onAmbiguous: 'retry' } }],
    },
  ]);
  database = await createDatabase();
  const start = (ROLES: string) => spawnService({ ...env, ROLES, DATABASE_URL: database.url });
  api = await start('api');
  workers = await Promise.all(Array.from({ length: WORKERS }, () => start('worker')));
});
afterAll(endServices);
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const beginnersOf = () =>
  database.query<{ worker: number }>(
    `select distinct leased_by as worker from predictions where leased_by is not null`,
  );

it('never exceeds it, uses at least 90 % of it, and serves every process; a killed one gives its places back', async () => {
  const { key } = await newCaller(api.base);
  const ids: string[] = [];
  for (let n = 0; n < PREDICTIONS; n += 1)
    ids.push(
      (await generate(api.base, key, { modelKey: 'counted', prompt: `lighthouse ${n}` }))
        .predictionId as string,
    );

  const seen = new Set<number>();
  let isSampling = true;
  const sampling = (async () => {
    while (isSampling) {
      for (const { worker } of await beginnersOf()) seen.add(worker);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await until(() => engine.completed >= PLACES);
  const meanOfThree = engine.measure();
  await until(() => engine.completed >= 3 * PLACES);
  const three = meanOfThree();
  const served = seen.size;

  await workers[0]!.end('SIGKILL');
  // Its requests were cut: their places are in use again when the engine works on all of them.
  await until(() => engine.working === PLACES);
  const meanOfTwo = engine.measure();
  await until(() => engine.completed >= PREDICTIONS - PLACES);
  const two = meanOfTwo();
  const results = await Promise.all(ids.map((id) => finished(api.base, key, id)));
  isSampling = false;
  await sampling;
  console.log(
    `${PLACES} places: at most ${engine.mostWorking} used, ${three.toFixed(2)} by three workers, ${two.toFixed(2)} by two; ${served} of ${WORKERS} workers seen`,
  );
  expect(engine.mostWorking).toBe(PLACES);
  expect(three).toBeGreaterThanOrEqual(0.9 * PLACES);
  expect(two).toBeGreaterThanOrEqual(0.9 * PLACES);
  expect(served).toBe(WORKERS);
  expect(results.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
});
