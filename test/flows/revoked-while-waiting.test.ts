/** A long poll whose credential is revoked while it waits: 401 on every process, and never a link. */
import { SettlementHub } from '../../src/generation/settlement/settlement-hub.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, createKey, generate, type Json, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';
import { until } from '../support/service-process.js';

/** Without a worker: predictions stay processing, so a poll ends by the tested event or after 20 s. */
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  other = await startApp({ ROLES: 'api' }, app.database);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const WAIT = '?wait=20';
/** Limit for a response that must arrive long before the end of the poll's wait. */
const SOON_MS = 10_000;

/** Sends a long poll; resolves when the service is waiting. */
async function beginPoll(at: TestApp, token: string, path: string): Promise<{ answer: Promise<Json> }> {
  const hub = at.app.get<unknown, { waiters: Map<string, number> }>(SettlementHub);
  const waiting = () => [...hub.waiters.values()].reduce((sum, count) => sum + count, 0);
  const before = waiting();
  const answer = call(at.base, 'GET', path + WAIT, { token });
  await until(() => waiting() > before);
  return { answer };
}

async function timed({ answer }: { answer: Promise<Json> }): Promise<{ value: Json; ms: number }> {
  const from = performance.now();
  return { value: await answer, ms: performance.now() - from };
}

it('a revoked key: 401 on the revoking process and on another; polls of other keys continue', async () => {
  const { person, key, record } = await newCaller(app.base);
  const kept = await createKey(app.base, person);
  const { predictionId } = await generate(app.base, key, FAULT);
  const path = `/api/generate/status/${predictionId}`;
  const polls = [await beginPoll(app, key, path), await beginPoll(other, key, path)];
  const innocent = await beginPoll(other, kept.key, path);
  await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
  for (const { value, ms } of await Promise.all(polls.map(timed))) {
    expect(value.body).toEqual(refusal(401, 'invalid_api_key'));
    expect(value.headers.get('www-authenticate')).toBe('Bearer');
    expect(ms).toBeLessThan(SOON_MS);
  }
  await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: kept.key });
  expect((await innocent.answer).body).toMatchObject({ predictionId, status: 'failed' });
});

it('a key revoked without a notification (by the previous release): found by the periodic query', async () => {
  const { key, record } = await newCaller(app.base);
  const { predictionId } = await generate(app.base, key, FAULT);
  const poll = await beginPoll(other, key, `/api/generate/status/${predictionId}`);
  await app.app
    .get(Database)
    .query(`update api_keys set revoked_at = clock_timestamp() where id = $1`, [uuidOf(record.id as string)]);
  const { value, ms } = await timed(poll);
  expect(value.body).toEqual(refusal(401, 'invalid_api_key'));
  expect(ms).toBeLessThan(SOON_MS);
});

it('a key revoked at the moment of the settlement: 401, not the result', async () => {
  const { person, key } = await newCaller(app.base);
  for (let round = 0; round < 5; round++) {
    const record = await createKey(app.base, person);
    const { predictionId } = await generate(app.base, key, FAULT);
    const poll = await beginPoll(other, record.key, `/api/generate/status/${predictionId}`);
    await call(app.base, 'DELETE', `/api/keys/${record.id}`, { token: person.accessToken });
    await call(app.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    expect((await poll.answer).body).toEqual(refusal(401, 'invalid_api_key'));
  }
});

it('a signed-out session: 401 for the dashboard’s poll, on every process', async () => {
  const { person, key } = await newCaller(app.base);
  const { predictionId } = await generate(app.base, key, FAULT);
  const path = `/api/dashboard/predictions/${predictionId}`;
  const polls = [
    await beginPoll(app, person.accessToken, path),
    await beginPoll(other, person.accessToken, path),
  ];
  const left = await call(app.base, 'POST', '/api/auth/logout', { token: person.accessToken });
  expect(left.status).toBe(204);
  for (const { value, ms } of await Promise.all(polls.map(timed))) {
    expect(value.body).toEqual(refusal(401, 'invalid_token'));
    expect(ms).toBeLessThan(SOON_MS);
  }
});
