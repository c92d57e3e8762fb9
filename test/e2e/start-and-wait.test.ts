/** POST /api/generate?wait=N and `Prefer: wait=N`: one request starts a prediction and brings its result. */
import { SettlementHub } from '../../src/generation/settlement/settlement-hub.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, generate, newCaller } from '../support/client.js';
import { expectBudget, fieldsOf, refusal, stateOf } from '../support/refusals.js';
import { until } from '../support/service-process.js';

/** API and worker. */
let app: TestApp;
/** API only: predictions started there stay in the queue. */
let front: TestApp;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
});
afterAll(async () => {
  await app.close();
  await front.close();
});

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const ask = (at: TestApp, token: string | undefined, query: string, headers = {}, body: object = OK) =>
  call(at.base, 'POST', `/api/generate${query}`, { token, body, headers });
const statusOf = (at: TestApp, token: string, id: string) =>
  call(at.base, 'GET', `/api/generate/status/${id}`, { token });
/** Sends a request; resolves when the service waits for the prediction it started. */
async function beginWait(token: string, headers = {}) {
  const hub = front.app.get<unknown, { waiters: Map<string, number> }>(SettlementHub);
  const waiting = () => [...hub.waiters.values()].reduce((sum, count) => sum + count, 0);
  const before = waiting();
  const answer = ask(front, token, '?wait=30', headers);
  await until(() => waiting() > before);
  return { answer };
}
const newestOf = async (token: string) =>
  (await call(front.base, 'GET', '/api/generate/history?limit=1', { token })).body.items[0]
    .predictionId as string;
const cancel = (token: string, id: string) =>
  call(front.base, 'POST', `/api/generate/${id}/cancel`, { token });

describe('POST /api/generate?wait=N', () => {
  it('201 with the completed status body, a superset of the body without a wait; counts once', async () => {
    const { key } = await newCaller(app.base);
    const plain = await ask(app, key, '');
    const answer = await ask(app, key, '?wait=30');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ success: true, status: 'completed', creditCost: 1, progress: 100 });
    expect(answer.body.outputUrl).toMatch(/^http/);
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(Object.keys(plain.body)));
    const { outputs, ...rest } = (await statusOf(app, key, answer.body.predictionId)).body;
    expect(answer.body).toMatchObject({ ...rest, outputUrl: expect.any(String), url: expect.any(String) });
    expect(answer.body.outputs[0].sha256).toBe(outputs[0].sha256);
    expectBudget(answer, 6000, 5998);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(await balanceOf(app.base, key)).toBe(998);
  });

  it('201 with failed, refunded', async () => {
    const { key } = await newCaller(app.base);
    const answer = await ask(app, key, '?wait=30', {}, { ...OK, mode: 'permanent' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'failed', creditsRefunded: 1, error: { retryable: false } });
    expect(await balanceOf(app.base, key)).toBe(1000);
  });

  // Positions are read at most every 250 ms, so the second waits longer than that after the first.
  it.each(['?wait=0', '?wait=0.5'])(
    '%s: 201 with the state of that moment and Retry-After',
    async (query) => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key, query);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ status: 'processing', retryAfterMs: 3000, queue: {} });
      expect(answer.headers.get('retry-after')).toBe('3');
    },
  );

  it('names ignored fields as without a wait', async () => {
    const { key } = await newCaller(front.base);
    const { body } = await ask(front, key, '?wait=0', {}, { ...OK, duration: 3 });
    expect(body.warnings).toEqual([{ field: 'duration', message: expect.stringContaining('duration') }]);
    expect((await statusOf(front, key, body.predictionId)).body).not.toHaveProperty('warnings');
  });

  it('a replay waits too, also while the first request still waits, and both are one prediction', async () => {
    const { key } = await newCaller(front.base);
    const headers = { 'idempotency-key': 'waits' };
    const first = await beginWait(key, headers);
    const again = await beginWait(key, headers);
    await cancel(key, await newestOf(key));
    const [one, two] = [await first.answer, await again.answer];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect(one.body).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(one.headers.get('idempotent-replayed')).toBeNull();
    expect(two.headers.get('idempotent-replayed')).toBe('true');
    const plain = await ask(front, key, '', headers);
    expect(plain.body).toMatchObject({ predictionId: one.body.predictionId, status: 'processing' });
    expect(plain.headers.get('idempotent-replayed')).toBe('true');
  });

  it('a key revoked while it waits: 201 without the result, because the prediction was charged', async () => {
    const { person, key, record } = await newCaller(front.base);
    const { answer } = await beginWait(key);
    await call(front.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(body).toMatchObject({ predictionId: expect.stringMatching(/^pred_/), status: 'processing' });
    expect(body).not.toHaveProperty('outputs');
    expect((await statusOf(front, key, body.predictionId)).status).toBe(401);
  });

  it.each(['?wait=61', '?wait=-1', '?wait=', '?wait=abc', '?wait=1e1', '?wait=1&wait=2', '?wiat=5'])(
    '400 for %s, and nothing is charged',
    async (query) => {
      const { key } = await newCaller(front.base);
      const before = await stateOf(front.base, key);
      const answer = await ask(front, key, query);
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toContain(query.slice(1, query.indexOf('=')));
      expect(await stateOf(front.base, key)).toEqual(before);
    },
  );

  it('seconds may have as many decimals as a number has', async () => {
    const { key } = await newCaller(front.base);
    expect((await ask(front, key, '?wait=0.12345678901234567')).status).toBe(201);
  });

  it('401 and 403 precede a bad wait', async () => {
    const { key } = await newCaller(front.base, { scopes: ['billing'] });
    expect((await ask(front, undefined, '?wait=61')).status).toBe(401);
    expect((await ask(front, key, '?wait=61')).status).toBe(403);
  });
});

describe('Prefer: wait=N', () => {
  it.each([
    ['wait=30', 'wait=30'],
    ['respond-async, Wait=30', 'wait=30'],
    ['wait=3600', 'wait=60'],
  ])('%s: waits, and Preference-Applied is %s', async (prefer, applied) => {
    const { key } = await newCaller(app.base);
    const answer = await ask(app, key, '', { prefer });
    expect([answer.status, answer.body.status]).toEqual([201, 'completed']);
    expect(answer.headers.get('preference-applied')).toBe(applied);
    expectBudget(answer, 6000, 5999);
  });

  it.each(['wait=soon', 'wait', 'return=minimal'])(
    '%s: ignored, as the standard requires',
    async (prefer) => {
      const { key } = await newCaller(front.base);
      const answer = await ask(front, key, '', { prefer });
      expect(answer.status).toBe(201);
      expect(answer.body).not.toHaveProperty('createdAt');
      expect(answer.headers.get('preference-applied')).toBeNull();
    },
  );

  it('the query takes precedence', async () => {
    const { key } = await newCaller(front.base);
    const answer = await ask(front, key, '?wait=0', { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ status: 'processing', retryAfterMs: 3000 });
    expect(answer.headers.get('preference-applied')).toBeNull();
    const bad = await ask(front, key, '?wait=61', { prefer: 'wait=1' });
    expect(bad.status).toBe(400);
  });

  it('is not applied to a refusal', async () => {
    const { key } = await newCaller(front.base);
    const answer = await ask(front, key, '', { prefer: 'wait=1' }, { modelKey: 'embedded-fault' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });
});

it('POST /api/dashboard/predictions waits too', async () => {
  const { person } = await newCaller(app.base);
  const options = { token: person.accessToken, body: OK };
  const answer = await call(app.base, 'POST', '/api/dashboard/predictions?wait=30', options);
  expect([answer.status, answer.body.status]).toEqual([201, 'completed']);
});

it('without a wait the response is the interface’s', async () => {
  const { key } = await newCaller(front.base);
  const body = await generate(front.base, key, OK);
  expect(Object.keys(body)).toEqual([
    'success',
    'predictionId',
    'status',
    'model',
    'modelKey',
    'modality',
    'creditCost',
  ]);
});
