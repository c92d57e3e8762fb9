/** DELETE /api/generate/:predictionId: removes what a final prediction contains; its charge and its row stay. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { makePicture } from '../../packages/media/test/support/media-files.js';
import { AssetStorage } from '../../src/assets/index.js';
import { ExpiredOutputs } from '../../src/generation/outputs/expired-outputs.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, createKey, finished, generate, type Json, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { expectBudget, itRequiresApiKey, refusal, TIME } from '../support/refusals.js';

const OK = { modelKey: 'embedded-fault', mode: 'ok' };
const PICTURE = { modelKey: 'embedded-image', prompt: 'a secret garden', resolution: 256 };
const UNKNOWN = 'pred_0123456789abcdef0123456789abcdef';

let app: TestApp;
/** Without a worker: predictions stay processing. */
let front: TestApp;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api' });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  expect(await expectSoundLedger(app.url)).toContain('ledger verified');
  await app.close();
  await front.close();
});

const ask = (at: TestApp, token: string | undefined, id: string, headers: Record<string, string> = {}) =>
  call(at.base, 'DELETE', `/api/generate/${id}`, { token, headers });
const statusOf = async (at: TestApp, token: string, id: string) =>
  (await call(at.base, 'GET', `/api/generate/status/${id}`, { token })).body;
const historyOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/generate/history', { token })).body.items as Json[];
const ledgerOf = async (token: string) =>
  (await call(app.base, 'GET', '/api/credits/ledger', { token })).body.items as Json[];
const read = (url: string, method = 'GET') => call(app.base, method, url.slice(app.base.length));
const fileOf = (url: string) =>
  join(app.directory, 'assets', new URL(url).pathname.slice('/api/assets/'.length));

/** Runs a prediction to its end. @returns its status. */
async function run(key: string, body: object): Promise<Json> {
  const { predictionId } = await generate(app.base, key, body);
  return finished(app.base, key, predictionId);
}

describe('DELETE /api/generate/:predictionId', () => {
  describe('200', () => {
    it('removes files, prompt and input; links return 410; ledger and cost stay', async () => {
      const { key, person } = await newCaller(app.base);
      const done = await run(key, PICTURE);
      const [entry] = (
        await call(app.base, 'GET', '/api/dashboard/predictions', { token: person.accessToken })
      ).body.items;
      expect([(await read(done.outputUrl)).status, (await read(entry.thumbnailUrl)).status]).toEqual([
        200, 200,
      ]);
      const [balance, ledger] = [await balanceOf(app.base, key), await ledgerOf(key)];

      const answer = await ask(app, key, done.predictionId);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        success: true,
        predictionId: done.predictionId,
        status: 'completed',
        creditCost: done.creditCost,
        creditsRefunded: 0,
        outputUrl: null,
        url: null,
        outputUrlExpiresAt: null,
        outputs: [],
        deletedAt: TIME,
      });

      for (const url of [done.outputUrl, entry.thumbnailUrl]) {
        expect(existsSync(fileOf(url))).toBe(false);
        expect((await read(url)).body).toEqual(refusal(410, 'file_removed'));
        expect((await read(url, 'HEAD')).status).toBe(410);
      }
      expect(await historyOf(key)).toMatchObject([
        { predictionId: done.predictionId, prompt: null, input: {}, deletedAt: answer.body.deletedAt },
      ]);
      const kept = await app.database.query('select * from predictions where id = $1', [
        done.predictionId.slice(5),
      ]);
      expect(JSON.stringify(kept)).not.toContain('secret garden');
      expect([await balanceOf(app.base, key), await ledgerOf(key)]).toEqual([balance, ledger]);
    });

    it('repeated, also 20 times at once, it returns the same', async () => {
      const { key } = await newCaller(app.base);
      const { predictionId } = await run(key, OK);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(app, key, predictionId)));
      answers.push(await ask(app, key, predictionId));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await statusOf(app, key, predictionId)).toEqual(answers[0]!.body);
    });

    it('a failed prediction keeps its error and its refund', async () => {
      const { key } = await newCaller(app.base);
      const failed = await run(key, { ...OK, mode: 'permanent' });
      expect((await ask(app, key, failed.predictionId)).body).toMatchObject({
        status: 'failed',
        creditsRefunded: 1,
        error: failed.error,
        deletedAt: TIME,
      });
      expect(await balanceOf(app.base, key)).toBe(1000);
    });

    it('inline files are removed too, and a cancelled prediction can be deleted at once', async () => {
      const { key } = await newCaller(front.base);
      const picture = await makePicture('png', 16, 16);
      const { predictionId: id } = await generate(front.base, key, {
        modelKey: 'embedded-upscale',
        imageUrl: `data:image/png;base64,${picture.toString('base64')}`,
      });
      await call(front.base, 'POST', `/api/generate/${id}/cancel`, { token: key });
      expect((await ask(front, key, id)).body).toMatchObject({ status: 'failed', deletedAt: TIME });
      const uuid = id.slice(5).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      expect(existsSync(join(front.directory, 'assets', 'inputs', uuid))).toBe(false);
      expect(
        await front.database.query('select from inline_inputs where prediction_id = $1', [uuid]),
      ).toEqual([]);
    });

    it('an Idempotency-Key still names its deleted prediction', async () => {
      const { key } = await newCaller(app.base);
      const headers = { 'idempotency-key': 'once' };
      const create = () => call(app.base, 'POST', '/api/generate', { token: key, body: OK, headers });
      const { predictionId } = (await create()).body;
      await finished(app.base, key, predictionId);
      await ask(app, key, predictionId);
      expect((await create()).body.predictionId).toBe(predictionId);
      expect(await balanceOf(app.base, key)).toBe(999);
    });

    it('a signed-in user deletes in the same way', async () => {
      const { key, person } = await newCaller(app.base);
      const { predictionId, outputUrl } = await run(key, OK);
      const answer = await call(app.base, 'DELETE', `/api/dashboard/predictions/${predictionId}`, {
        token: person.accessToken,
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(await statusOf(app, key, predictionId));
      expect((await read(outputUrl)).status).toBe(410);
    });
  });

  it('counts once against the limit of the key', async () => {
    const { key } = await newCaller(front.base);
    expectBudget(await ask(front, key, UNKNOWN), 6000, 5999);
    expectBudget(await ask(front, key, UNKNOWN), 6000, 5998);
  });

  describe('403', () => {
    it('requires the scope for starting it', async () => {
      const { key, person } = await newCaller(app.base);
      const { predictionId } = await run(key, OK);
      for (const scope of ['read', 'billing', 'generate:video']) {
        const other = await createKey(app.base, person, { scopes: [scope] });
        expect((await ask(app, other.key, predictionId)).body).toEqual(refusal(403, 'insufficient_scope'));
      }
      expect((await statusOf(app, key, predictionId)).deletedAt).toBeUndefined();
      const own = await createKey(app.base, person, { scopes: ['generate:image'] });
      expect((await ask(app, own.key, predictionId)).status).toBe(200);
    });
  });

  it('404 equally for an unknown id, for no id, and for another account’s prediction, which stays', async () => {
    const { key } = await newCaller(app.base);
    const { predictionId, outputUrl } = await run(key, OK);
    const { key: foreign } = await newCaller(app.base);
    for (const id of [UNKNOWN, 'nonsense', predictionId])
      expect((await ask(app, foreign, id)).body).toEqual(refusal(404, 'prediction_not_found'));
    expect((await read(outputUrl)).status).toBe(200);
  });

  it('409 while it is processing, and it continues', async () => {
    const { key } = await newCaller(front.base);
    const { predictionId } = await generate(front.base, key, OK);
    expect((await ask(front, key, predictionId)).body).toEqual(refusal(409, 'prediction_processing'));
    expect(await statusOf(front, key, predictionId)).toMatchObject({ status: 'processing' });
  });

  it('503 when the storage fails; a repeated request or the sweeper removes the files', async () => {
    const { key } = await newCaller(app.base);
    const [first, second] = [await run(key, OK), await run(key, OK)];
    jest.spyOn(app.app.get(AssetStorage), 'remove').mockRejectedValue(new Error('the storage is away'));
    for (const { predictionId } of [first, second])
      expect((await ask(app, key, predictionId)).body).toEqual(refusal(503, 'service_unavailable'));
    expect(await statusOf(app, key, first.predictionId)).toMatchObject({ outputs: [], deletedAt: TIME });
    jest.restoreAllMocks();

    expect((await ask(app, key, first.predictionId)).status).toBe(200);
    expect(existsSync(fileOf(first.outputUrl))).toBe(false);
    // Its own round may have come before.
    await app.app.get(ExpiredOutputs, { strict: false }).remove();
    expect(existsSync(fileOf(second.outputUrl))).toBe(false);
  });

  itRequiresApiKey({
    app: () => front,
    ask: (token, _person, headers) => ask(front, token, UNKNOWN, headers),
    scopes: ['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
  });
});
