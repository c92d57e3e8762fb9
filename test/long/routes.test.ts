/**
 * A model with two engines: when the first does not accept a prediction, it is rerouted to the second, at the charged price.
 * Never once the first may have accepted it: both could be paid.
 */
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineProcess, startEngine } from '../support/engine-process.js';
import { circuitSeen, paidAt, submitsAt } from '../support/engine-watch.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { endServices, until } from '../support/service-process.js';
import { writeTrialCatalogue } from '../support/trial-catalogue.js';

const PRICE = 7;

let first: EngineProcess;
let second: EngineProcess;
let app: TestApp;
let key: string;

beforeAll(async () => {
  [first, second] = await Promise.all([startEngine('replicate'), startEngine('replicate')]);
  for (const engine of [first, second]) await engine.set({ polls: 0 });
  const like = 'catalogue/replicate.yaml';
  const { env } = await writeTrialCatalogue(
    [
      { provider: 'first', like, url: `${first.url}/v1`, models: [{ modelKey: 'first-alone' }] },
      { provider: 'second', like, url: `${second.url}/v1`, models: [{ modelKey: 'second-alone' }] },
    ],
    [{ modelKey: 'routed', providers: ['first', 'second'], fields: { pricing: { base: PRICE } } }],
  );
  app = await startApp(env);
  ({ key } = await newCaller(app.base));
});
afterAll(async () => {
  await app.close();
  await Promise.all([first.end(), second.end()]);
  await endServices();
});
/** Makes both engines accept work again, and clears their records. */
afterEach(async () => {
  await Promise.all([first.mend(), second.mend()]);
  await app.database.query(
    'update provider_circuits set open_until = clock_timestamp() where open_until is not null',
  );
  for (const modelKey of ['first-alone', 'second-alone'])
    expect(await finished(app.base, key, await start(modelKey))).toMatchObject({ status: 'completed' });
  for (const provider of ['first', 'second']) expect(await circuitSeen(app.base, provider)).toBe('accepting');
  await Promise.all([first.clear(), second.clear()]);
  await expectSoundLedger(app.url);
});

async function start(modelKey: string): Promise<string> {
  const started = await generate(app.base, key, { modelKey, prompt: `a lighthouse by ${modelKey}` });
  if (modelKey === 'routed') expect(started).toMatchObject({ model: 'first/picture', creditCost: PRICE });
  return started.predictionId as string;
}
const transfersOf = async (id: string): Promise<Json[]> => {
  const { body } = await call(app.base, 'GET', '/api/credits/ledger?limit=100', { token: key });
  return body.items.filter((item: Json) => item.predictionId === id);
};

/** Runs one prediction and expects it to complete at the second engine, at the price of the first. */
async function expectAtSecond(): Promise<Json> {
  const before = await balanceOf(app.base, key);
  const id = await start('routed');
  const done = await finished(app.base, key, id);
  expect(done).toMatchObject({ status: 'completed', model: 'second/picture', creditCost: PRICE });
  expect(await transfersOf(id)).toMatchObject([{ kind: 'charge', amount: -PRICE }]);
  expect(await balanceOf(app.base, key)).toBe(before - PRICE);
  expect([await paidAt(first), await paidAt(second)]).toEqual([0, 1]);
  return done;
}

describe('goes to the second engine when the first', () => {
  it.each([
    ['is overloaded', 'error-503'],
    ['refuses our credentials', 'error-401'],
    ['wants to be paid first', 'error-402'],
    ['is busy for longer than anybody wants to wait', 'throttle-date'],
  ])('%s', async (_, fault) => {
    await first.fault(fault);
    const done = await expectAtSecond();
    expect(await submitsAt(first)).toHaveLength(1);
    // What a busy engine did not take is no attempt.
    expect(done.attempts).toBe(fault === 'throttle-date' ? 1 : 2);
    // The first engine's error is internal and not shown.
    expect(JSON.stringify(done)).not.toMatch(/first|own words|HTTP \d|127\.0\.0\.1:\d+\/v1/);
  });

  it('has an open circuit: waiting predictions are rerouted, and new ones are not submitted there', async () => {
    await first.fault('denied', Infinity);
    for (let count = 0; count < 3; count += 1)
      expect(await finished(app.base, key, await start('first-alone'))).toMatchObject({ status: 'failed' });
    await until(async () => (await circuitSeen(app.base, 'first')) === 'open');
    const tried = (await submitsAt(first)).length;
    const done = await expectAtSecond();
    expect(await submitsAt(first)).toHaveLength(tried);
    expect(done.attempts).toBe(1);
  });
});

describe('stays with the first engine', () => {
  it('that is temporarily busy', async () => {
    await first.fault('throttle-seconds');
    const done = await finished(app.base, key, await start('routed'));
    expect(done).toMatchObject({ status: 'completed', model: 'first/picture' });
    expect([await paidAt(first), await paidAt(second)]).toEqual([1, 0]);
  });

  it('that rejects the input: another engine would reject it too', async () => {
    await first.fault('error-422');
    const id = await start('routed');
    expect(await finished(app.base, key, id)).toMatchObject({
      status: 'failed',
      creditsRefunded: PRICE,
      error: { code: 'invalid_input' },
    });
    expect(await submitsAt(second)).toEqual([]);
  });

  it('that accepted the prediction and lost it', async () => {
    await first.set({ polls: 1_000 });
    const before = await balanceOf(app.base, key);
    const id = await start('routed');
    await until(async () => (await paidAt(first)) === 1);
    await first.restart();
    await first.set({ polls: 0 });
    const done = await finished(app.base, key, id);
    expect(done).toMatchObject({
      status: 'failed',
      creditsRefunded: PRICE,
      error: { code: 'provider_error' },
    });
    expect(await balanceOf(app.base, key)).toBe(before);
    expect(await submitsAt(second)).toEqual([]);
    expect(await submitsAt(first)).toHaveLength(1);
  });

  it.each([
    ['whose answer was lost', 'answer-lost', 1],
    ['whose connection broke', 'reset-after-body', 0],
    ['whose answer is not whole', 'malformed-json', 1],
    ['that failed without saying when', 'error-500', 0],
    ['that was not done in time', 'error-504', 0],
    ['that may have accepted it without an id', 'no-id', 1],
  ])('%s: it is refunded, and not submitted again', async (_, fault, paid) => {
    const before = await balanceOf(app.base, key);
    await first.fault(fault);
    const id = await start('routed');
    const done = await finished(app.base, key, id);
    expect(done).toMatchObject({
      status: 'failed',
      attempts: 1,
      model: 'first/picture',
      creditsRefunded: PRICE,
      error: { code: 'provider_error', retryable: true },
    });
    expect((await transfersOf(id)).map(({ kind }) => kind).sort()).toEqual(['charge', 'refund']);
    expect(await balanceOf(app.base, key)).toBe(before);
    expect([await paidAt(first), (await submitsAt(first)).length]).toEqual([paid, 1]);
    expect((await second.state()).requests).toEqual([]);
  });
});
