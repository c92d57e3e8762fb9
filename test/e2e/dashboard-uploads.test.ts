/** POST /api/dashboard/uploads: accepts a picture or a clip by its content, and returns a link for inputs. */
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makeClip, makePicture, type PictureFormat } from '../../packages/media/test/support/media-files.js';
import { UploadSweeper } from '../../src/assets/uploads/upload-sweeper.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, type Json, type Person, register } from '../support/client.js';
import { itRequiresUserToken } from '../support/dashboard.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/dashboard/uploads';
let app: TestApp;
let picture: Buffer;
beforeAll(async () => {
  app = await startApp();
  picture = await makePicture('png', 96, 64);
});
afterAll(() => app.close());

const send = (token: string | undefined, body: Uint8Array, type = 'image/png'): Promise<Answer> =>
  call(app.base, 'POST', PATH, { token, body, headers: { 'content-type': type } });
const kept = async ({ accountId }: Person) =>
  app.database.query<{ id: string; name: string }>('select id, name from uploads where account_id = $1', [
    uuidOf(accountId),
  ]);
const leftInScratch = async () =>
  (await readdir(join(app.directory, 'scratch')).catch(() => [])).filter(
    // The check of the disk has files of its own.
    (name) => name.startsWith('upload-') && !name.startsWith('upload-check-'),
  );

describe('201', () => {
  it('returns type and size, and a link that delivers the same bytes', async () => {
    const person = await register(app.base);
    const answer = await send(person.accessToken, picture);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      url: expect.stringContaining('/api/assets/uploads/'),
      contentType: 'image/png',
      bytes: picture.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      width: 96,
      height: 64,
      expiresAt: TIME,
    });
    const hours = (Date.parse(answer.body.expiresAt) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expectBudget(answer, 120, 119, 'account');
    const delivered = await fetch(answer.body.url);
    expect(Buffer.from(await delivered.arrayBuffer()).equals(picture)).toBe(true);
    expect(await leftInScratch()).toEqual([]);
  });

  it('is accepted as input of a prediction, which completes', async () => {
    const { accessToken: token } = await register(app.base);
    const { body: upload } = await send(token, picture);
    const body = { modelKey: 'embedded-upscale', imageUrl: upload.url };
    const started = await call(app.base, 'POST', '/api/dashboard/predictions', { token, body });
    expect(started.status).toBe(201);
    let prediction: Json;
    do {
      const path = `/api/dashboard/predictions/${started.body.predictionId}?wait=30`;
      prediction = (await call(app.base, 'GET', path, { token })).body;
    } while (prediction.status === 'processing');
    expect(prediction).toMatchObject({ status: 'completed', outputs: [{ width: 192, height: 128 }] });
  });

  it.each(['jpeg', 'webp', 'avif', 'gif'] as PictureFormat[])(
    'accepts %s with any content type',
    async (format) => {
      const { accessToken } = await register(app.base);
      const file = await makePicture(format);
      for (const type of ['image/png', 'application/octet-stream', 'video/mp4; codecs="x"']) {
        const { status, body } = await send(accessToken, file, type);
        expect([status, body.contentType]).toEqual([201, `image/${format}`]);
      }
    },
  );

  it.each(['mp4', 'webm', 'mov', 'mkv'] as const)(
    'accepts a %s clip and returns its duration',
    async (format) => {
      const { accessToken } = await register(app.base);
      const { status, body } = await send(accessToken, await makeClip(format), 'video/mp4');
      expect(status).toBe(201);
      expect(body).toMatchObject({ contentType: expect.stringMatching(/^video\//), width: 320, height: 240 });
      expect(body.durationSeconds).toBeGreaterThan(1.5);
    },
  );
});

describe('400', () => {
  it.each([
    ['text', () => Buffer.from('no picture at all')],
    ['markup that browsers run', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture that is cut short', () => picture.subarray(0, picture.length - 200)],
    [
      'a picture whose end was overwritten',
      () => Buffer.concat([picture.subarray(0, 60), Buffer.alloc(900)]),
    ],
    ['sound', () => Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(200)])],
    ['nothing', () => Buffer.alloc(0)],
  ])('rejects %s, and stores nothing', async (_name, file) => {
    const person = await register(app.base);
    const answer = await send(person.accessToken, file());
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect(fieldsOf(answer)).toEqual(['file']);
    expect(await kept(person)).toEqual([]);
    expect(await leftInScratch()).toEqual([]);
  });
});

describe('409', () => {
  it('at the account’s storage limit, also for concurrent uploads', async () => {
    const person = await register(app.base);
    await app.database.query(
      `insert into uploads (id, account_id, name, bytes, expires_at)
       values (gen_random_uuid(), $1, 'uploads/none', $2, clock_timestamp() + interval '1 hour')`,
      [uuidOf(person.accountId), 500_000_000 - 2 * picture.length],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(person.accessToken, picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toEqual(refusal(409, 'upload_space_used'));
    expect(await kept(person)).toHaveLength(3);
    expect((await send((await register(app.base)).accessToken, picture)).status).toBe(201);
  });
});

describe('413', () => {
  it('for a picture of more than 25 MB, and stores nothing', async () => {
    const person = await register(app.base);
    const large = Buffer.concat([picture, Buffer.alloc(25_000_001)]);
    const answer = await send(person.accessToken, large);
    expect(answer.body).toEqual(refusal(413, 'payload_too_large'));
    expect(answer.body.message).toContain('25 MB');
    expect(await kept(person)).toEqual([]);
    expect(await leftInScratch()).toEqual([]);
  });

  it('for a body above every limit, before it is read to its end', async () => {
    const person = await register(app.base);
    const answer = await send(person.accessToken, Buffer.alloc(100_000_001), 'video/mp4');
    expect(answer.body).toEqual(refusal(413, 'payload_too_large'));
    expect(answer.body.message).toContain('100 MB');
    expect(await leftInScratch()).toEqual([]);
  });
});

describe('415', () => {
  it.each(['application/json', 'multipart/mixed; boundary=x', 'text/plain', 'image/'])('%j', async (type) => {
    const { accessToken } = await register(app.base);
    const body = type === 'application/json' ? Buffer.from('{}') : picture;
    expect((await send(accessToken, body, type)).body).toEqual(refusal(415, 'unsupported_media_type'));
  });
});

describe('a disconnected caller', () => {
  it('leaves no partial file', async () => {
    const person = await register(app.base);
    const { hostname, port } = new URL(app.base);
    const before = (await readdir(join(app.directory, 'scratch')).catch(() => [])).length;
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const head = [
      `POST ${PATH} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${person.accessToken}`,
      'Content-Type: image/png',
      `Content-Length: ${picture.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(picture.subarray(0, 50));
    while ((await readdir(join(app.directory, 'scratch'))).length === before);
    socket.destroy();
    while ((await leftInScratch()).length > 0);
    expect(await kept(person)).toEqual([]);
    expect((await send(person.accessToken, picture)).status).toBe(201);
  });
});

describe('after a day', () => {
  it('file and row are removed, and the link returns 410', async () => {
    const person = await register(app.base);
    const { body } = await send(person.accessToken, picture);
    const [upload] = await kept(person);
    await app.database.query(`update uploads set expires_at = clock_timestamp() where id = $1`, [upload!.id]);
    await app.app.get(UploadSweeper, { strict: false }).removeExpired();
    expect(await kept(person)).toEqual([]);
    expect((await fetch(body.url)).status).toBe(410);
    const quote = { modelKey: 'embedded-upscale', imageUrl: `${body.url}x` };
    const refused = await call(app.base, 'POST', '/api/dashboard/quote', {
      token: person.accessToken,
      body: quote,
    });
    expect(fieldsOf(refused)).toEqual(['imageUrl']);
  });
});

itRequiresUserToken(
  () => app,
  (token) => send(token, picture),
);
