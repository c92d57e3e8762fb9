/** The limits of an engine in its catalogue file, as counted by the engine. */
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { paidAt, submitsAt } from '../support/engine-watch.js';
import { endServices, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const CONCURRENCY = 2;
/** Of six, by a cancellation while they hang. */
const ENDED = 3;
const PER_SECOND = 2;
const PACED = 5;

let narrow: EngineProcess;
let paced: EngineProcess;
let app: TestApp;
let key: string;

beforeAll(async () => {
  [narrow, paced] = await Promise.all([startEngine('openai-compatible'), startEngine('replicate')]);
  await paced.set({ polls: 0 });
  const { env } = await writeTrialCatalogue([
    {
      provider: 'narrow',
      like: 'catalogue/openai-compatible.yaml',
      url: `${narrow.url}/v1`,
      limits: { concurrency: CONCURRENCY },
      models: [{ modelKey: 'narrow' }],
    },
    {
      provider: 'paced',
      like: 'catalogue/replicate.yaml',
      url: `${paced.url}/v1`,
      limits: { requestsPerSecond: PER_SECOND },
      models: [{ modelKey: 'paced' }],
    },
  ]);
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await Promise.all([narrow.end(), paced.end()]);
  await endServices();
});

const start = async (modelKey: string): Promise<string> =>
  (await generate(app.base, key, { modelKey, prompt: 'a lighthouse' })).predictionId as string;
const statusOf = async (id: string): Promise<Json> =>
  (await call(app.base, 'GET', `/api/generate/status/${id}`, { token: key })).body;
async function begunOf(ids: Iterable<string>): Promise<string[]> {
  const states = await Promise.all([...ids].map(statusOf));
  return states.filter(({ attempts }) => attempts > 0).map(({ predictionId }) => predictionId as string);
}
const cancel = (id: string) => call(app.base, 'POST', `/api/generate/${id}/cancel`, { token: key });

it('concurrency: at most so many submits run, and the next starts when one ends', async () => {
  await narrow.fault('hang', Infinity);
  const waiting = new Set(await Promise.all(Array.from({ length: 6 }, () => start('narrow'))));
  for (let ended = 0; ended < ENDED; ended += 1) {
    // An extra submit would have been counted: submits without a response stay open until they are cancelled.
    await until(async () => (await submitsAt(narrow)).length >= CONCURRENCY + ended);
    await until(async () => (await narrow.state()).hanging === CONCURRENCY);
    // The full engine does not block others.
    const { predictionId } = await generate(app.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
    expect(await finished(app.base, key, predictionId as string)).toMatchObject({ status: 'completed' });
    expect(await submitsAt(narrow)).toHaveLength(CONCURRENCY + ended);
    const begun = await begunOf(waiting);
    expect(begun).toHaveLength(CONCURRENCY);
    await cancel(begun[0]!);
    waiting.delete(begun[0]!);
  }
  // The cancelled submit may be open until the next one has begun.
  await until(async () => (await submitsAt(narrow)).length >= CONCURRENCY + ENDED);
  await until(async () => (await narrow.state()).hanging === CONCURRENCY);
  await narrow.mend();
  for (const id of await begunOf(waiting)) await cancel(id);
  const ended = await Promise.all([...waiting].map((id) => finished(app.base, key, id)));
  expect(ended.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'failed']);
  expect(await paidAt(narrow)).toBe(1);
});

it('requestsPerSecond: submits and polls together are not faster, and none is lost', async () => {
  const exchanges = async () =>
    (await paced.state()).requests.filter(({ isSubmit, isPoll }) => isSubmit || isPoll).length;
  const startedAt = performance.now();
  const predictions = await Promise.all(Array.from({ length: PACED }, () => start('paced')));
  const all = Promise.all(predictions.map((id) => finished(app.base, key, id)));
  let done = false;
  void all.finally(() => (done = true));
  let samples = 0;
  await until(async () => {
    const count = await exchanges();
    // A token bucket of one second is full at the start and refills at this rate; the clock is read after the count.
    const most = PER_SECOND + (PER_SECOND * (performance.now() - startedAt)) / 1000;
    expect(count).toBeLessThanOrEqual(most);
    samples += 1;
    return done;
  });
  for (const prediction of await all) expect(prediction).toMatchObject({ status: 'completed', attempts: 1 });
  expect(await exchanges()).toBeGreaterThanOrEqual(2 * PACED);
  expect(await paidAt(paced)).toBe(PACED);
  expect(samples).toBeGreaterThan(PACED);
});
