/**
 * Circuits of engines, for rejected credentials and refused connections: no submits while open, waiting predictions are
 * kept, and the circuit closes by itself.
 */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { circuitSeen, paidAt, submitsAt } from '../support/engine-watch.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { freePort } from '../support/ports.js';
import { endServices, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

let denying: EngineProcess;
let awayPort: number;
let env: Record<string, string>;
let app: TestApp;
let key: string;

beforeAll(async () => {
  denying = await startEngine('replicate');
  await denying.set({ polls: 0 });
  awayPort = await freePort();
  const like = 'catalogue/replicate.yaml';
  ({ env } = await writeTrialCatalogue([
    { provider: 'denying', like, url: `${denying.url}/v1`, models: [{ modelKey: 'denied' }] },
    {
      provider: 'away',
      like,
      url: `http://127.0.0.1:${awayPort}/v1`,
      models: [{ modelKey: 'patient' }, { modelKey: 'brief', deadlineSeconds: 4 }],
    },
  ]));
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await denying.end();
  await endServices();
});
afterEach(async () => {
  await expectSoundLedger(app.url);
});

const start = async (modelKey: string): Promise<string> =>
  (await generate(app.base, key, { modelKey, prompt: 'a lighthouse' })).predictionId as string;
const statusOf = async (id: string): Promise<Json> =>
  (await call(app.base, 'GET', `/api/generate/status/${id}`, { token: key })).body;
const seen = (provider: string) => circuitSeen(app.base, provider);
/** Makes the next probe of the engine due now, instead of after its backoff. */
const makeDue = () =>
  app.database.query(
    'update provider_circuits set open_until = clock_timestamp() where open_until is not null',
  );
const looksAt = async (engine: EngineProcess) =>
  (await engine.state()).requests.filter(({ path }) => path === '/v1/account').length;

it('rejected credentials: open after three, no further submits, half-open with one at a time, then closed', async () => {
  await denying.fault('denied', Infinity);
  const before = await balanceOf(app.base, key);
  for (let count = 0; count < 3; count += 1) {
    expect(await finished(app.base, key, await start('denied'))).toMatchObject({
      status: 'failed',
      creditsRefunded: 1,
      error: { code: 'provider_error' },
    });
  }
  expect(await seen('denying')).toBe('open');
  expect(await balanceOf(app.base, key)).toBe(before);

  const waiting = [await start('denied'), await start('denied'), await start('denied')];
  // Two probes fail: any submit would have been sent by now.
  for (const looks of [1, 2]) {
    await makeDue();
    await until(async () => (await looksAt(denying)) >= looks);
  }
  expect(await submitsAt(denying)).toHaveLength(3);
  for (const id of waiting) expect(await statusOf(id)).toMatchObject({ status: 'processing', attempts: 0 });
  expect(await seen('denying')).toBe('open');

  // The engine responds again, but not to the first submit: the other predictions keep waiting.
  await denying.fault('hang');
  await makeDue();
  await until(async () => (await denying.state()).hanging === 1);
  expect(await seen('denying')).toBe('half-open');
  const states = await Promise.all(waiting.map(statusOf));
  expect(states.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
  expect(await submitsAt(denying)).toHaveLength(4);

  const tried = waiting[states.findIndex(({ attempts }) => attempts === 1)]!;
  await call(app.base, 'POST', `/api/generate/${tried}/cancel`, { token: key });
  for (const id of waiting.filter((one) => one !== tried))
    expect(await finished(app.base, key, id)).toMatchObject({ status: 'completed', attempts: 1 });
  expect(await seen('denying')).toBe('accepting');
  expect(await paidAt(denying)).toBe(2);
});

it('refused connections: predictions wait without attempts, fail at their deadline, and complete once the engine is up', async () => {
  const before = await balanceOf(app.base, key);
  const patient = [await start('patient'), await start('patient')];
  await until(async () => (await seen('away')) === 'open');

  const brief = await finished(app.base, key, await start('brief'));
  expect(brief).toMatchObject({
    status: 'failed',
    attempts: 0,
    error: { code: 'deadline_exceeded', retryable: true },
  });
  expect(brief.creditsRefunded).toBe(brief.creditCost);
  expect(await balanceOf(app.base, key)).toBe(before - 2);

  // Another process shows the circuit as well.
  const serving = await startApp({ ...env, ROLES: 'api' }, app.database);
  expect(await circuitSeen(serving.base, 'away')).toBe('open');
  await serving.close();

  const engine = await startEngine('replicate', awayPort);
  try {
    await engine.set({ polls: 0 });
    await makeDue();
    for (const id of patient) {
      const done = await finished(app.base, key, id);
      expect(done).toMatchObject({ status: 'completed', creditsRefunded: 0 });
    }
    expect(await seen('away')).toBe('accepting');
    // One submit for each, none for the one that failed at its deadline.
    expect(await paidAt(engine)).toBe(2);
  } finally {
    await engine.end();
  }
});
