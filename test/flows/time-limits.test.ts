/** Time limits: predictions at their deadline, outputs after their retention, Idempotency-Keys after a day. */
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExpiredOutputs } from '../../src/generation/outputs/expired-outputs.js';
import { RetentionSweeper } from '../../src/generation/worker/retention-sweeper.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';
import { endServices, temporaryDirectory } from '../support/service-process.js';

let app: TestApp;
let catalogue: string;
beforeAll(async () => {
  catalogue = join(await temporaryDirectory(), 'catalogue');
  await cp('catalogue', catalogue, { recursive: true });
  // 2 s for everything: less than a video of ten seconds takes on any machine.
  for (const name of ['fault.yaml', 'embedded.yaml']) {
    const path = join(catalogue, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/deadlineSeconds: \d+/g, 'deadlineSeconds: 2'));
  }
  app = await startApp({ CATALOGUE_DIR: catalogue });
});
afterAll(() => app.close());
afterAll(endServices);

const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

describe('a deadline', () => {
  it.each([
    ['an engine that never answers', { modelKey: 'embedded-fault', mode: 'hang', seconds: 0 }],
    [
      'an engine that is still at work',
      { modelKey: 'embedded-video', prompt: 'a city in the rain', duration: 10, resolution: '720p' },
    ],
  ])('fails %s with deadline_exceeded and a refund', async (what, body) => {
    const { key } = await newCaller(app.base);
    const { predictionId, creditCost } = await generate(app.base, key, body);
    expect(await balanceOf(app.base, key)).toBe(1000 - creditCost);
    const prediction = await finished(app.base, key, predictionId);
    const took = seconds(prediction.createdAt, prediction.completedAt);
    expect(prediction).toMatchObject({
      status: 'failed',
      error: { code: 'deadline_exceeded', retryable: true },
      creditsRefunded: creditCost,
    });
    expect(prediction.timeline.slice(-2).map(({ event }: { event: string }) => event)).toEqual([
      'failed',
      'refunded',
    ]);
    expect(took).toBeGreaterThanOrEqual(2);
    expect(await balanceOf(app.base, key)).toBe(1000);
    console.log(
      `deadline of 2 s, ${what}: ended after ${took.toFixed(1)} s, ${creditCost} credits refunded; ${await expectSoundLedger(app.url)}`,
    );
  });
});

it('a deadline is kept without a worker: a process with ROLES=api alone fails and refunds', async () => {
  const api = await startApp({ CATALOGUE_DIR: catalogue, ROLES: 'api' });
  try {
    const { key } = await newCaller(api.base);
    const { predictionId, creditCost } = await generate(api.base, key, {
      modelKey: 'embedded-fault',
      mode: 'ok',
    });
    const prediction = await finished(api.base, key, predictionId);
    expect(prediction).toMatchObject({
      status: 'failed',
      error: { code: 'deadline_exceeded', retryable: true },
      creditsRefunded: creditCost,
    });
    expect(await balanceOf(api.base, key)).toBe(1000);
    await expectSoundLedger(api.url);
  } finally {
    await api.close();
  }
});

describe('the sweep', () => {
  const body = { modelKey: 'embedded-fault', mode: 'ok' };

  it('removes only expired outputs; their predictions stay, without a link', async () => {
    const { key } = await newCaller(app.base);
    const expiring = await generate(app.base, key, body);
    const staying = await generate(app.base, key, body);
    const [old, young] = [
      await finished(app.base, key, expiring.predictionId),
      await finished(app.base, key, staying.predictionId),
    ];
    const fileOf = ({ outputUrl }: { outputUrl: string }) =>
      join(app.directory, 'assets', new URL(outputUrl).pathname.replace('/api/assets/', ''));
    expect([existsSync(fileOf(old)), existsSync(fileOf(young))]).toEqual([true, true]);

    await app.database.query('update predictions set output_expires_at = clock_timestamp() where id = $1', [
      uuidOf(expiring.predictionId),
    ]);
    const removed = await app.app.get(ExpiredOutputs, { strict: false }).remove();
    expect(removed).toBe(1);
    expect([existsSync(fileOf(old)), existsSync(fileOf(young))]).toEqual([false, true]);
    expect(await finished(app.base, key, expiring.predictionId)).toMatchObject({
      status: 'completed',
      outputUrl: null,
      url: null,
      outputs: [],
      creditsRefunded: 0,
    });
    const status = async ({ outputUrl }: { outputUrl: string }) => {
      const { pathname, search } = new URL(outputUrl);
      return (await call(app.base, 'GET', pathname + search)).status;
    };
    expect([await status(old), await status(young)]).toEqual([410, 200]);
    // Removed outputs are not selected again.
    expect(await app.app.get(ExpiredOutputs, { strict: false }).remove()).toBe(0);
    console.log('sweep: removed the outputs of 1 of 2 predictions');
  });

  it('removes Idempotency-Keys after a day, which are then usable again, and keeps younger ones', async () => {
    const { key, person } = await newCaller(app.base);
    const send = (name: string) =>
      call(app.base, 'POST', '/api/generate', { token: key, body, headers: { 'idempotency-key': name } });
    const first = { old: await send('old'), young: await send('young') };
    await app.database.query(
      `update idempotency_keys set created_at = clock_timestamp() - interval '24 hours 1 second' where account_id = $1 and key = 'old'`,
      [person.accountId.slice(4)],
    );
    await app.app.get(RetentionSweeper, { strict: false }).round();
    const kept = await app.database.query<{ key: string }>(
      'select key from idempotency_keys where account_id = $1',
      [person.accountId.slice(4)],
    );
    console.log(`sweep: removed 1 of 2 Idempotency-Keys, kept ${kept.length}`);
    expect(kept).toEqual([{ key: 'young' }]);
    expect((await send('young')).body.predictionId).toBe(first.young.body.predictionId);
    expect((await send('old')).body.predictionId).not.toBe(first.old.body.predictionId);
  });
});
