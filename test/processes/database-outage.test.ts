/** An outage of the database: 503 with the contract's error body within 5 s, no process exits, work continues afterwards. */
import { type Answer, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import {
  endServices,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
  until,
} from '../support/service-process.js';

const ANSWER_MS = 5_000;

let directory: string;
let server: EmbeddedDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  directory = await temporaryDirectory();
  server = await startPostgres({ directory, database: 'outage' });
  service = await spawnService({ DATABASE_URL: server.url });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await server.stop();
});
afterAll(endServices);

async function timed(answer: Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  const at = performance.now();
  return { answer: await answer, ms: performance.now() - at };
}

it('responds with 503 and Retry-After during the outage, and recovers by itself', async () => {
  const { person, key } = await newCaller(service.base);
  const underWay = await generate(service.base, key, {
    modelKey: 'embedded-fault',
    mode: 'slow',
    seconds: 4,
  });
  const engine = await generate(service.base, key, {
    modelKey: 'embedded-sound',
    prompt: 'wind',
    duration: 20,
  });
  const { port } = server;
  await server.stop();

  const post = (path: string, token: string, body: object) =>
    call(service.base, 'POST', path, { token, body });
  const get = (path: string, token?: string) => call(service.base, 'GET', path, { token });
  const refused = await Promise.all(
    [
      post('/api/generate', key, { modelKey: 'embedded-fault', mode: 'ok' }),
      post('/api/generate/quote', key, { modelKey: 'embedded-fault', mode: 'ok' }),
      get(`/api/generate/status/${underWay.predictionId}`, key),
      get(`/api/generate/status/${underWay.predictionId}?wait=20`, key),
      get('/api/generate/history', key),
      get('/api/credits/balance', key),
      get('/api/credits/ledger', key),
      get('/api/keys', person.accessToken),
      get('/api/auth/me', person.accessToken),
      call(service.base, 'POST', '/api/auth/login', {
        body: { email: person.email, password: person.password },
      }),
      get('/health/ready'),
    ].map(timed),
  );
  const slowest = Math.round(Math.max(...refused.map(({ ms }) => ms)));
  const ready = refused.at(-1)!.answer;
  expect(ready.body.checks).toMatchObject({ database: 'down' });
  for (const { answer } of refused) {
    const { checks: _, ...error } = answer.body;
    expect(error).toEqual({
      statusCode: 503,
      code: 'service_unavailable',
      message: expect.any(String),
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|select|stack/i);
  }
  expect(slowest).toBeLessThan(ANSWER_MS);
  expect((await get('/health/live')).status).toBe(200);
  expect((await get('/api/models')).status).toBe(200);
  expect(service.isRunning()).toBe(true);

  server = await startPostgres({ directory, database: 'outage', port });
  const backAt = performance.now();
  await until(async () => (await get('/health/ready')).status === 200);
  const recoveredMs = Math.round(performance.now() - backAt);
  const results = await Promise.all(
    [underWay, engine].map(({ predictionId }) => finished(service.base, key, predictionId)),
  );
  const fresh = await generate(service.base, key, { modelKey: 'embedded-fault', mode: 'ok' });
  expect((await finished(service.base, key, fresh.predictionId)).status).toBe('completed');
  console.log(
    `database away: ${refused.length} requests answered 503, the slowest after ${slowest} ms; back: ready after ${recoveredMs} ms, ${results.length} of ${results.length} predictions under way completed; ${await expectSoundLedger(server.url)}`,
  );
  expect(results.map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect(service.isRunning()).toBe(true);
});

it('keeps the result of a prediction that finishes during the outage', async () => {
  const { key } = await newCaller(service.base);
  // The engine finishes during the outage: the result must be neither lost nor generated again.
  const { predictionId } = await generate(service.base, key, {
    modelKey: 'embedded-fault',
    mode: 'slow',
    seconds: 1,
  });
  const { port } = server;
  await server.stop();
  const at = Date.now();
  await until(() => Date.now() - at > 2_000);
  server = await startPostgres({ directory, database: 'outage', port });
  expect(await finished(service.base, key, predictionId)).toMatchObject({
    status: 'completed',
    creditsRefunded: 0,
  });
  await expectSoundLedger(server.url);
});
