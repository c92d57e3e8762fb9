/** The service with its outputs in S3: downloads by redirect, removal, and an outage of the store. */
import { createHash } from 'node:crypto';
import s3 from '@offprint/s3-storage';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { until } from '../support/service-process.js';
import { CREDENTIALS, S3Server } from './s3-server.js';

const FAULT = { modelKey: 'embedded-fault', mode: 'ok' };
const BUCKET = 'outputs';
const PREDICTIONS = 100;

let server: S3Server;
let app: TestApp;
let streaming: TestApp;

beforeAll(async () => {
  server = await S3Server.start();
  await server.createBucket(BUCKET);
  app = await startApp(environment(), undefined, s3);
  streaming = await startApp({ ...environment(), S3_DOWNLOADS: 'stream' }, app.url, s3);
});
afterAll(async () => {
  await streaming.close();
  await app.close();
  await server.stop();
});

function environment(): Record<string, string> {
  return {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: server.endpoint,
    S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    S3_TIMEOUT_SECONDS: '5',
  };
}

const pathOf = (done: Json) =>
  new URL(done.outputUrl as string).pathname + new URL(done.outputUrl as string).search;
const get = (at: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(at.base + path, { redirect: 'manual', headers });
const hashOf = async (response: Response) =>
  createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');

async function complete(key: string): Promise<Json> {
  const { predictionId } = await generate(app.base, key, FAULT);
  return finished(app.base, key, predictionId);
}

it('a completed prediction’s link redirects to the store, which sends the file with our headers', async () => {
  const { key } = await newCaller(app.base);
  const done = await complete(key);
  const redirect = await get(app, pathOf(done));
  expect(redirect.status).toBe(302);
  const target = redirect.headers.get('location')!;
  expect(target).toMatch(new RegExp(`^${server.endpoint}/${BUCKET}/offprint/predictions/pred_`));
  const expires = Number(new URL(done.outputUrl as string).searchParams.get('expires'));
  const signed = new URL(target).searchParams;
  expect(Number(signed.get('X-Amz-Expires'))).toBeLessThanOrEqual(
    Math.min(604_800, expires - Date.now() / 1000 + 5),
  );
  const file = await fetch(target);
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="[\w.-]+"$/);
  expect(await hashOf(file)).toBe(done.outputs[0].sha256);
  // A caller that follows redirects, as most do, gets the range.
  const range = await fetch(done.outputUrl as string, { headers: { range: 'bytes=0-3' } });
  expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 4]);
});

it('gives no link to the store for a forged one; sends the files of its own pages itself', async () => {
  const { key } = await newCaller(app.base);
  const done = await complete(key);
  const forged = await get(app, pathOf(done).replace(/.$/, '!'));
  expect([forged.status, forged.headers.get('location')]).toEqual([404, null]);
  const own = await get(app, pathOf(done), { 'sec-fetch-site': 'same-origin' });
  expect([own.status, await hashOf(own)]).toEqual([200, done.outputs[0].sha256]);
});

it('streams through the service when set so, ranges included', async () => {
  const { key } = await newCaller(app.base);
  const done = await complete(key);
  const whole = await get(streaming, pathOf(done));
  expect([whole.status, await hashOf(whole)]).toEqual([200, done.outputs[0].sha256]);
  const range = await get(streaming, pathOf(done), { range: 'bytes=1-3' });
  expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 3]);
  const headers = { 'if-none-match': whole.headers.get('etag')!, 'cache-control': 'max-age=0' };
  expect((await call(streaming.base, 'GET', pathOf(done), { headers })).status).toBe(304);
});

it(`${PREDICTIONS} predictions while the store is killed: none completes without its file, all end, the books are right`, async () => {
  const { key } = await newCaller(app.base);
  const before = await complete(key);
  const started = await Promise.all(
    Array.from({ length: PREDICTIONS }, () => generate(app.base, key, FAULT)),
  );
  await until(async () => (await server.filesOf(BUCKET)).length > 10);
  await server.kill();
  const headers = { 'sec-fetch-site': 'same-origin' };
  expect((await call(app.base, 'GET', pathOf(before), { headers })).status).toBe(503);
  await server.resume();
  const ended = await Promise.all(started.map(({ predictionId }) => finished(app.base, key, predictionId)));
  const completed = ended.filter(({ status }) => status === 'completed');
  for (const done of completed)
    expect(await hashOf(await fetch(done.outputUrl as string))).toBe(done.outputs[0].sha256);
  for (const failed of ended.filter(({ status }) => status !== 'completed'))
    expect(failed).toMatchObject({
      status: 'failed',
      creditsRefunded: 1,
      error: { code: 'output_unavailable' },
    });
  expect(completed.length).toBeGreaterThan(0);
  console.log(
    `${PREDICTIONS} predictions, the store killed: ${completed.length} completed, each with its file; ` +
      `${PREDICTIONS - completed.length} failed and were refunded; ${await expectSoundLedger(app.url)}`,
  );
});

it('shows a bucket that does not exist in its readiness, and stops the start with wrong settings', async () => {
  const lost = await startApp({ ...environment(), S3_BUCKET: 'no-such-bucket' }, app.url, s3);
  const ready = await Promise.all([lost, app].map((at) => get(at, '/health/ready')));
  const bodies = (await Promise.all(ready.map((one) => one.json()))) as { checks: { storage: string } }[];
  await lost.close();
  expect(ready.map(({ status }) => status)).toEqual([200, 200]);
  expect(bodies.map(({ checks }) => checks.storage)).toEqual(['down', 'up']);
  await expect(startApp({ ...environment(), S3_DOWNLOADS: 'maybe' }, app.url, s3)).rejects.toThrow(
    'S3_DOWNLOADS must be one of redirect, stream',
  );
});
