/** Two processes of the service with their limits and notices in Redis, and without Redis. */
import redis from '@offprint/redis-limits';
import { createClient } from '@redis/client';
import { RedisServer } from '../../prove/harness/redis/redis-server.mjs';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { until } from '../support/service-process.js';

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const LIMIT = 20;

let server: RedisServer;
const apps: TestApp[] = [];
beforeAll(async () => {
  server = await RedisServer.start({ isDurable: true });
});
afterAll(async () => {
  for (const app of apps.reverse()) await app.close();
  await server.stop();
});

/** Starts a process that serves and one that works, on one database. */
async function startPair(env: Record<string, string> = {}): Promise<TestApp[]> {
  const settings = { REDIS_URL: server.url, ...env };
  const front = await startApp({ ...settings, ROLES: 'api' }, undefined, redis);
  const worker = await startApp({ ...settings, ROLES: 'api,worker' }, front.url, redis);
  apps.push(front, worker);
  return [front, worker];
}

const balance = (app: TestApp, token: string) => call(app.base, 'GET', '/api/credits/balance', { token });

it('two processes share a limit, wake each other by Redis, and reject with 503 while it is away', async () => {
  const [front, worker] = await startPair({ REDIS_PREFIX: 'closed:' });
  const { key } = await newCaller(front!.base, { rateLimit: LIMIT });
  const notices: string[] = [];
  const observer = await createClient({ url: server.url })
    .on('error', () => undefined)
    .connect();
  await observer.pSubscribe(
    'closed:notice:*',
    (message, channel) => void notices.push(`${channel} ${message}`),
  );
  const { predictionId } = await generate(front!.base, key, FAULT);
  const done = await finished(front!.base, key, predictionId);
  expect(done.status).toBe('completed');
  await until(async () =>
    Promise.resolve(notices.some((notice) => notice.startsWith('closed:notice:settled '))),
  );
  expect(notices).toContain('closed:notice:work ');
  observer.destroy();

  const answers = await Promise.all(
    Array.from({ length: 2 * LIMIT }, (_, index) => balance(index % 2 === 0 ? front! : worker!, key)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(LIMIT);

  await server.kill();
  const away = await balance(front!, key);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
  await server.resume();
  // Its file has what was counted: the limit still holds.
  await until(async () => (await balance(front!, key)).status === 429);
});

it('open: predictions are accepted, run and settled while Redis is away', async () => {
  const [front] = await startPair({ REDIS_PREFIX: 'open:', REDIS_LIMITS_ON_FAILURE: 'open' });
  const { key } = await newCaller(front!.base);
  await server.kill();
  const started = [];
  // One after the other: a machine with much else to do opens a session for each in more time than a create waits for one.
  for (let count = 0; count < 10; count += 1) started.push(await generate(front!.base, key, FAULT));
  for (const { predictionId } of started)
    expect((await finished(front!.base, key, predictionId)).status).toBe('completed');
  await expectSoundLedger(front!.url);
  await server.resume();
});

it('wrong settings stop the start with one sentence', async () => {
  await expect(startApp({ REDIS_URL: 'http://redis' }, undefined, redis)).rejects.toThrow(
    'REDIS_URL must be a redis:// or rediss:// URL with a host',
  );
});
