/** Inline pictures of a create: validated before storage and charge, removed when the prediction ends. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { makeClip, makePicture } from '../../packages/media/test/support/media-files.js';
import { AssetStorage, StorageFull } from '../../src/assets/index.js';
import { InlineInputSweeper } from '../../src/generation/worker/inline-input-sweeper.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { uuidOf } from '../support/public-ids.js';

let front: TestApp;
let worker: TestApp;
let picture: string;
let large: Buffer;
let clip: Buffer;
let upscale: { modelKey: string; imageUrl: string };

beforeAll(async () => {
  front = await startApp({ ROLES: 'api' });
  picture = `data:image/png;base64,${(await makePicture('png', 16, 16)).toString('base64')}`;
  clip = await makeClip('mp4');
  large = await makePicture('png', 96, 64);
  upscale = { modelKey: 'embedded-upscale', imageUrl: picture };
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => front.close());

const asDataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const startWorker = () => startApp({ ROLES: 'worker', DATA_DIR: front.directory }, front.database);
const inputs = join('assets', 'inputs');
const stored = () => readdir(join(front.directory, inputs)).catch((): string[] => []);
const rows = () => front.database.query('select prediction_id as id, bytes from inline_inputs');

async function nothingIsLeft(): Promise<void> {
  for (let tries = 0; (await stored()).length > 0 || (await rows()).length > 0; tries += 1) {
    if (tries === 400) throw new Error(`left: ${JSON.stringify([await stored(), await rows()])}`);
    await sleep(25);
  }
}

describe('201', () => {
  it('stores the picture as a file, and a link in the row, until the prediction is cancelled', async () => {
    const { key } = await newCaller(front.base);
    const { predictionId } = await generate(front.base, key, upscale);
    const id = uuidOf(predictionId);
    const file = await stat(join(front.directory, inputs, id, 'imageUrl.png'));
    expect(await rows()).toEqual([{ id, bytes: String(file.size) }]);
    const [row] = await front.database.query('select inline_media, input from predictions where id = $1', [
      id,
    ]);
    expect(JSON.stringify(row).length).toBeLessThan(600);
    expect(row).toMatchObject({
      inline_media: { imageUrl: expect.stringMatching(/^\/api\/assets\/inputs\//) },
    });
    await call(front.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    await nothingIsLeft();
  });

  it('a worker reads it, also when the previous release stored it in the row', async () => {
    const { key } = await newCaller(front.base);
    const present = await generate(front.base, key, upscale);
    const before = await generate(front.base, key, upscale);
    await front.database.query(
      'update predictions set inline_media = $2, inline_bytes = null, weight = null where id = $1',
      [uuidOf(before.predictionId), JSON.stringify({ imageUrl: picture })],
    );
    worker = await startWorker();
    try {
      for (const { predictionId } of [present, before])
        expect(await finished(front.base, key, predictionId)).toMatchObject({
          status: 'completed',
          attempts: 1,
        });
      // The settlement does not know the files of the second: the sweeper removes them.
      await front.database.query(`update inline_inputs set created_at = created_at - interval '11 minutes'`);
      await worker.app.get(InlineInputSweeper, { strict: false }).removeLeftovers();
      await nothingIsLeft();
    } finally {
      await worker.close();
    }
  });

  it.each([
    'data:image/PNG;BASE64,',
    'DATA:IMAGE/PNG;BASE64,',
    'Data:Image/X-PNG;Base64,',
    'data:image/jpeg;base64,',
    'data:image/*;base64,',
    'data:application/octet-stream;base64,',
    'data:;base64,',
    'data:image/png;charset=utf-8;name="a, b.png";base64,\r\n',
  ])('takes %s by its content', async (head) => {
    const { key } = await newCaller(front.base);
    const body = { ...upscale, imageUrl: picture.replace('data:image/png;base64,', head) };
    const quote = await call(front.base, 'POST', '/api/generate/quote', { token: key, body });
    expect(quote.status).toBe(200);
    const { predictionId } = await generate(front.base, key, body);
    await call(front.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    await nothingIsLeft();
  });

  it('stores nothing for a replay', async () => {
    const { key } = await newCaller(front.base);
    const headers = { 'idempotency-key': 'a picture' };
    const { predictionId } = await generate(front.base, key, upscale, headers);
    const put = jest.spyOn(front.app.get(AssetStorage), 'put');
    expect((await generate(front.base, key, upscale, headers)).predictionId).toBe(predictionId);
    expect(put).not.toHaveBeenCalled();
    await call(front.base, 'POST', `/api/generate/${predictionId}/cancel`, { token: key });
    await nothingIsLeft();
  });

  it('leaves one set of files for concurrent requests with one Idempotency-Key at two processes', async () => {
    const { key } = await newCaller(front.base);
    const other = await startApp({ ROLES: 'api', DATA_DIR: front.directory }, front.database);
    try {
      const headers = { 'idempotency-key': 'at once' };
      const answers = await Promise.all(
        [front, other, front, other].map(({ base }) =>
          call(base, 'POST', '/api/generate', { token: key, body: upscale, headers }),
        ),
      );
      const ids = new Set(
        answers.flatMap(({ body }) => (body.predictionId ? [uuidOf(body.predictionId)] : [])),
      );
      expect(ids.size).toBe(1);
      while ((await stored()).length > 1 || (await rows()).length > 1) await sleep(25);
      expect(await stored()).toEqual([...ids]);
      await call(front.base, 'POST', `/api/generate/pred_${[...ids][0]!.replaceAll('-', '')}/cancel`, {
        token: key,
      });
    } finally {
      await other.close();
    }
    await nothingIsLeft();
  });
});

describe('400', () => {
  it.each([
    ['no picture', `data:image/png;base64,${'A'.repeat(10_000)}`],
    ['cut off in the middle of a group', 'data:image/png;base64,AAAAA'],
    ['not base64', () => picture.replace('base64,', 'base64,*')],
    ['a picture whose rows are missing', () => asDataUrl(large.subarray(0, large.length / 2))],
    [
      'a picture whose rows are wrong',
      () => asDataUrl(Buffer.concat([large.subarray(0, 60), Buffer.alloc(900)])),
    ],
    ['no bytes', 'data:image/png;base64,'],
    ['a clip in place of a picture', () => asDataUrl(clip, 'video/mp4')],
    ['a clip that says it is a picture', () => asDataUrl(clip, 'image/png')],
    ['markup', () => asDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    ['percent-encoded bytes', 'data:image/png,%89PNG'],
  ])('for %s, before charge and storage, in the quote too', async (_what, imageUrl) => {
    const { key } = await newCaller(front.base);
    const balance = await balanceOf(front.base, key);
    const put = jest.spyOn(front.app.get(AssetStorage), 'put');
    const body = { ...upscale, imageUrl: typeof imageUrl === 'string' ? imageUrl : imageUrl() };
    for (const path of ['/api/generate', '/api/generate/quote']) {
      const answer = await call(front.base, 'POST', path, { token: key, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(answer.body.details).toEqual([{ field: 'imageUrl', message: expect.any(String) }]);
    }
    expect(await readdir(join(front.directory, 'scratch'))).toEqual([]);
    expect(put).not.toHaveBeenCalled();
    expect(await balanceOf(front.base, key)).toBe(balance);
  });
});

it('413 for a file that is longer than a body may be; nothing is charged', async () => {
  const { key } = await newCaller(front.base);
  const balance = await balanceOf(front.base, key);
  const body = { ...upscale, imageUrl: asDataUrl(Buffer.concat([large, Buffer.alloc(800_000)])) };
  const answer = await call(front.base, 'POST', '/api/generate', { token: key, body });
  expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  expect(answer.body.message).toContain('POST /api/uploads');
  expect(await balanceOf(front.base, key)).toBe(balance);
});

describe('402', () => {
  it('is returned before the picture is stored', async () => {
    const poor = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, front.database);
    try {
      const { key } = await newCaller(poor.base);
      const put = jest.spyOn(poor.app.get(AssetStorage), 'put');
      const answer = await call(poor.base, 'POST', '/api/generate', { token: key, body: upscale });
      expect(answer).toMatchObject({ status: 402, body: { code: 'insufficient_credits' } });
      expect(answer.body.message).toMatch(/Buy credits .* or ask the operator/);
      expect(put).not.toHaveBeenCalled();
    } finally {
      await poor.close();
    }
  });

  it('leaves no files when the credits are spent during the storage of the picture', async () => {
    const poor = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '3' }, front.database);
    try {
      const { key } = await newCaller(poor.base);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          call(poor.base, 'POST', '/api/generate', { token: key, body: upscale }),
        ),
      );
      const accepted = answers.filter(({ status }) => status === 201);
      expect(answers.every(({ status }) => status === 201 || status === 402)).toBe(true);
      for (const { body } of accepted)
        await call(poor.base, 'POST', `/api/generate/${body.predictionId}/cancel`, { token: key });
      for (;;) {
        const left = await poor.database.query(
          `select from inline_inputs where created_at > clock_timestamp() - interval '9 minutes'`,
        );
        if (left.length === 0) break;
        await sleep(25);
      }
      expect(await readdir(join(poor.directory, inputs)).catch(() => [])).toEqual([]);
    } finally {
      await poor.close();
    }
    await expectSoundLedger(front.url);
  });
});

describe('503', () => {
  it('is returned when the disk is full; nothing is charged', async () => {
    const { key } = await newCaller(front.base);
    const balance = await balanceOf(front.base, key);
    jest.spyOn(front.app.get(AssetStorage), 'put').mockRejectedValue(new StorageFull('ENOSPC'));
    const answer = await call(front.base, 'POST', '/api/generate', { token: key, body: upscale });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await balanceOf(front.base, key)).toBe(balance);
  });
});

describe('files of a killed process', () => {
  it('are removed after a while, except young and waiting ones; an unremovable one does not block the others', async () => {
    worker = await startWorker();
    const [stuck, young, gone] = ['1', '2', '3'].map(
      (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
    );
    try {
      await front.database.query(
        `insert into inline_inputs (prediction_id, account_id, bytes, created_at)
         select id, id, 1, clock_timestamp() - make_interval(mins => case id when $2 then 1 else 11 end)
         from unnest($1::uuid[]) id`,
        [[stuck, young, gone], young],
      );
      const storage = worker.app.get(AssetStorage);
      const remove = storage.remove.bind(storage);
      jest.spyOn(storage, 'remove').mockImplementation(async (prefix) => {
        if (prefix.includes(stuck!)) throw new Error('busy');
        await remove(prefix);
      });
      await worker.app.get(InlineInputSweeper, { strict: false }).removeLeftovers();
      const left = (await rows())
        .map(({ id }) => id)
        .filter((id) => [stuck, young, gone].includes(String(id)));
      expect(left.sort()).toEqual([stuck, young]);
    } finally {
      await worker.close();
    }
  });
});
