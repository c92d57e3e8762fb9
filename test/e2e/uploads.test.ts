/** POST /api/uploads: a picture or a video sent with an API key becomes an input of the account's predictions. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AVIF_SEQUENCE, makeClip, makePicture } from '../../packages/media/test/support/media-files.js';
import { UploadSweeper } from '../../src/assets/uploads/upload-sweeper.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, finished, generate, newCaller } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, fieldsOf, itRequiresApiKey, refusal, stateOf, TIME } from '../support/refusals.js';

const PATH = '/api/uploads';
/** API and worker. */
let app: TestApp;
/** API only: predictions started there stay in the queue until `app` runs. */
let front: TestApp;
let picture: Buffer;
beforeAll(async () => {
  app = await startApp();
  front = await startApp({ ROLES: 'api', UPLOAD_MAX_MB: '0.05', UPLOAD_RETENTION_HOURS: '1' });
  picture = await makePicture('png', 96, 64);
});
afterAll(async () => {
  await app.close();
  await front.close();
});

const send = (
  token: string | undefined,
  body: Uint8Array,
  headers: Record<string, string> = {},
  at = app,
): Promise<Answer> =>
  call(at.base, 'POST', PATH, { token, body, headers: { 'content-type': 'image/png', ...headers } });

const BOUNDARY = 'a-boundary';
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const part = (name: string, bytes: Uint8Array, filename: string | null = 'photo.png') =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n` +
        `Content-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const rowsOf = async (accountId: string, at = app) =>
  at.database.query<{ id: string; expires_at: Date }>('select * from uploads where account_id = $1', [
    uuidOf(accountId),
  ]);
const upscale = (imageUrl: string) => ({ modelKey: 'embedded-upscale', imageUrl });

describe('201', () => {
  it('returns a link with type, size and expiry, which is an input of a prediction that completes', async () => {
    const { key } = await newCaller(app.base);
    const answer = await send(key, picture, { 'content-type': 'application/octet-stream' });
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
    expect(Math.round((Date.parse(answer.body.expiresAt) - Date.now()) / 3_600_000)).toBe(24);
    expectBudget(answer, 6000, 5999);
    const { predictionId } = await generate(app.base, key, upscale(answer.body.url as string));
    expect(await finished(app.base, key, predictionId as string)).toMatchObject({
      status: 'completed',
      outputs: [{ width: 192, height: 128 }],
    });
  });

  it('a form with the part `file` gives the same as the bytes themselves', async () => {
    const { key } = await newCaller(app.base);
    const raw = await send(key, picture);
    const form = await send(key, Buffer.concat([part('file', picture), END]), FORM);
    expect(form.status).toBe(201);
    const { url: _one, expiresAt: _two, ...facts } = raw.body;
    expect(form.body).toMatchObject(facts);
    const delivered = await fetch(form.body.url as string);
    expect(Buffer.from(await delivered.arrayBuffer()).equals(picture)).toBe(true);
  });

  it.each([
    '',
    'binary/octet-stream',
    'application/binary',
    'application/octet-stream; charset=binary',
    'Image/JPEG',
    'image/*',
    'video/mp4',
    '*/*',
  ])('with Content-Type: %j by its content', async (type) => {
    const { key } = await newCaller(app.base);
    const answer = await send(key, picture, { 'content-type': type });
    expect(answer).toMatchObject({ status: 201, body: { contentType: 'image/png' } });
  });

  it.each(['', 'identity', 'none', 'utf-8', 'aws-chunked'])(
    'with Content-Encoding: %j, which is none',
    async (coding) => {
      const { key } = await newCaller(app.base);
      expect((await send(key, picture, { 'content-encoding': coding })).status).toBe(201);
    },
  );

  it('without Content-Type', async () => {
    const { key } = await newCaller(app.base);
    const socket = openUpload(key, picture.length, null);
    socket.write(picture);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(String(first)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it.each([
    'Content-Disposition: form-data; name="file"',
    'Content-Disposition: form-data; name="file"\r\nContent-Type: image/png',
    'Content-Type: text/plain\r\ncontent-disposition: form-data; name=file',
    'Content-Disposition: form-data; name="file"; filename=""',
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain; charset=utf-8',
    'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%e2%82%ac.png',
  ])('a form whose part has the head %j', async (head) => {
    const { key } = await newCaller(app.base);
    const form = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      picture,
      Buffer.from('\r\n'),
      END,
    ]);
    const answer = await send(key, form, FORM);
    expect(answer).toMatchObject({ status: 201, body: { bytes: picture.length, contentType: 'image/png' } });
  });

  it('the form that fetch makes, of a clip whose name and type lie', async () => {
    const { key } = await newCaller(app.base);
    const clip = await makeClip('webm');
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(clip)], { type: 'image/png' }), '../../photo.png');
    const response = await fetch(app.base + PATH, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ contentType: 'video/webm', bytes: clip.length });
  });

  it.each(['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'])(
    'with the scope %s alone',
    async (scope) => {
      const { key } = await newCaller(app.base, { scopes: [scope] });
      expect((await send(key, picture)).status).toBe(201);
    },
  );

  it('is kept for UPLOAD_RETENTION_HOURS', async () => {
    const { key } = await newCaller(front.base);
    const { body } = await send(key, picture, {}, front);
    expect(Math.round((Date.parse(body.expiresAt as string) - Date.now()) / 60_000)).toBe(60);
  });
});

describe('as an input', () => {
  it('another account gets the 400 of an unreachable input, in the quote too, and nothing is charged', async () => {
    const [mine, theirs] = [await newCaller(app.base), await newCaller(app.base)];
    const { body } = await send(mine.key, picture);
    const before = await stateOf(app.base, theirs.key);
    for (const path of ['/api/generate', '/api/generate/quote']) {
      const answer = await call(app.base, 'POST', path, { token: theirs.key, body: upscale(body.url) });
      expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
      expect(fieldsOf(answer)).toEqual(['imageUrl']);
    }
    expect(await stateOf(app.base, theirs.key)).toEqual(before);
  });

  it('any key of the account may use it, and its signed-in user', async () => {
    const { person, key } = await newCaller(app.base);
    const { body } = await send(key, picture);
    const other = await createKey(app.base, person, { scopes: ['generate:image'] });
    await generate(app.base, other.key as string, upscale(body.url as string));
    const options = { token: person.accessToken, body: upscale(body.url as string) };
    expect((await call(app.base, 'POST', '/api/dashboard/predictions', options)).status).toBe(201);
  });

  it('400 once it has expired or was removed', async () => {
    const { person, key } = await newCaller(app.base);
    const { body } = await send(key, picture);
    await app.database.query(`update uploads set expires_at = now() - interval '1 s' where account_id = $1`, [
      uuidOf(person.accountId),
    ]);
    const expired = await call(app.base, 'POST', '/api/generate', { token: key, body: upscale(body.url) });
    expect([expired.status, fieldsOf(expired)]).toEqual([400, ['imageUrl']]);
    await app.app.get(UploadSweeper, { strict: false }).removeExpired();
    const gone = await call(app.base, 'POST', '/api/generate', { token: key, body: upscale(body.url) });
    expect([gone.status, fieldsOf(gone)]).toEqual([400, ['imageUrl']]);
    expect(await rowsOf(person.accountId)).toEqual([]);
  });

  it('is kept past its end for a prediction that waits, which then completes although the link has expired', async () => {
    const short = await startApp(
      { ROLES: 'api', UPLOAD_RETENTION_HOURS: '0.001', PUBLIC_URL: app.base },
      app.database,
    );
    try {
      const { person, key } = await newCaller(app.base);
      const { body } = await send(key, picture, {}, short);
      const { predictionId } = await generate(short.base, key, upscale(body.url as string));
      const [row] = await rowsOf(person.accountId);
      expect(row!.expires_at.getTime() - Date.parse(body.expiresAt as string)).toBeGreaterThan(900_000);
      expect(await finished(app.base, key, predictionId as string)).toMatchObject({ status: 'completed' });
      while (Date.parse(body.expiresAt as string) > Date.now())
        await new Promise((resolve) => setTimeout(resolve, 100));
      // The link itself ends as told.
      expect((await fetch(body.url as string)).status).toBe(410);
      await app.app.get(UploadSweeper, { strict: false }).removeExpired();
      expect(await rowsOf(person.accountId)).toHaveLength(1);
    } finally {
      await short.close();
    }
  });
});

describe('400', () => {
  const refusedForms: [string, () => Buffer][] = [
    ['another part', () => Buffer.concat([part('photo', picture), END])],
    ['no part', () => END],
    ['a text field', () => Buffer.concat([part('file', Buffer.from('text'), null), END])],
    ['a second file', () => Buffer.concat([part('file', picture), part('file', picture), END])],
    ['a field after the file', () => Buffer.concat([part('file', picture), part('a', picture, null), END])],
    ['an early end', () => part('file', picture).subarray(0, -20)],
    ['no form at all', () => Buffer.from('nonsense')],
    ['nothing', () => Buffer.alloc(0)],
  ];
  it.each(refusedForms)('a form with %s: names `file`, keeps nothing', async (_name, body) => {
    const { person, key } = await newCaller(app.base);
    const answer = await send(key, body(), FORM);
    expect(answer.body).toEqual(refusal(400, 'validation_failed', { details: expect.any(Array) }));
    expect(fieldsOf(answer)).toEqual(['file']);
    expect(await rowsOf(person.accountId)).toEqual([]);
  });

  it.each<[string, () => Buffer]>([
    ['no picture', () => Buffer.from('hello')],
    ['a picture that is cut off', () => picture.subarray(0, picture.length / 2)],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s', async (_name, body) => {
    const { person, key } = await newCaller(app.base);
    expect(fieldsOf(await send(key, body()))).toEqual(['file']);
    expect(await rowsOf(person.accountId)).toEqual([]);
  });

  it('an AVIF that moves, with what to send instead', async () => {
    const { person, key } = await newCaller(app.base);
    const { body } = await send(key, AVIF_SEQUENCE, { 'content-type': 'image/avif' });
    expect(body.details[0]).toMatchObject({
      field: 'file',
      message: expect.stringContaining('AVIF that moves'),
    });
    const imageUrl = `data:image/avif;base64,${AVIF_SEQUENCE.toString('base64')}`;
    const inline = await call(app.base, 'POST', '/api/generate', { token: key, body: upscale(imageUrl) });
    expect(inline.status).toBe(400);
    expect(inline.body.details[0]).toMatchObject({
      field: 'imageUrl',
      message: expect.stringContaining('AVIF that moves'),
    });
    expect(await rowsOf(person.accountId)).toEqual([]);
  });

  it('an SVG, with the kinds that are supported', async () => {
    const { key } = await newCaller(app.base);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
    const { body } = await send(key, svg, { 'content-type': 'image/svg+xml' });
    expect(body.details[0].message).toMatch(/supported: PNG, JPEG, WebP, AVIF or GIF; MP4, WebM/);
  });

  it('a large form with another part, and its connection carries the next request', async () => {
    const { key } = await newCaller(app.base);
    const form = Buffer.concat([part('other', randomBytes(4_000_000)), END]);
    const socket = openUpload(key, form.length, FORM['content-type']);
    let received = '';
    socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    try {
      socket.write(form);
      socket.write('GET /api/models HTTP/1.1\r\nHost: a\r\n\r\n');
      while (statuses().length < 2 && !socket.closed)
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      expect(statuses()).toEqual([400, 200]);
    } finally {
      socket.destroy();
    }
  });

  it('a form without a boundary', async () => {
    const { key } = await newCaller(app.base);
    const answer = await send(key, END, { 'content-type': 'multipart/form-data' });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['file']]);
  });
});

describe('409, 413, 415', () => {
  it.each([
    'gzip',
    'GZIP',
    'x-gzip',
    'deflate',
    'br',
    'zstd',
    'compress',
    'identity, gzip',
    'gzip, aws-chunked',
  ])('415 for Content-Encoding: %s', async (coding) => {
    const { key } = await newCaller(app.base);
    const answer = await send(key, gzipSync(picture), { 'content-encoding': coding });
    expect(answer.body).toEqual(refusal(415, 'unsupported_media_type'));
    expect(answer.body.message).toContain('without a Content-Encoding');
  });

  it('409 when the account has no space left', async () => {
    const { person, key } = await newCaller(app.base);
    await app.database.query(
      `insert into uploads (id, account_id, name, bytes, expires_at)
       values (gen_random_uuid(), $1, 'uploads/full.png', 500000000, now() + interval '1 day')`,
      [uuidOf(person.accountId)],
    );
    expect((await send(key, picture)).body).toEqual(refusal(409, 'upload_space_used'));
  });

  it('409 and 413 before the file arrives, when its announced length cannot fit', async () => {
    const { person, key } = await newCaller(app.base);
    expect(await answerToHead(key, 100_000_001)).toMatch(/^HTTP\/1\.1 413 /);
    await app.database.query(
      `insert into uploads (id, account_id, name, bytes, expires_at)
       values (gen_random_uuid(), $1, 'uploads/large.png', 450000000, now() + interval '1 day')`,
      [uuidOf(person.accountId)],
    );
    expect(await answerToHead(key, 60_000_000)).toMatch(/^HTTP\/1\.1 409 /);
    expect((await send(key, picture)).status).toBe(201);
  });

  it('409 for the upload after a hundred that one account is sending; another account is not affected', async () => {
    const [slow, other] = [await newCaller(app.base), await newCaller(app.base)];
    const sockets = Array.from({ length: 100 }, () => openUpload(slow.key, 1_000));
    try {
      for (const socket of sockets) socket.write(picture.subarray(0, 50));
      const scratch = join(app.directory, 'scratch');
      while ((await readdir(scratch).catch(() => [])).length < sockets.length);
      expect((await send(slow.key, picture)).body).toEqual(refusal(409, 'upload_space_used'));
      expect((await send(other.key, picture)).status).toBe(201);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    let answer: Answer;
    do answer = await send(slow.key, picture);
    while (answer.status === 409);
    expect(answer.status).toBe(201);
  });

  it('413 above UPLOAD_MAX_MB, raw and in a form, and keeps nothing', async () => {
    const { person, key } = await newCaller(front.base);
    const large = Buffer.concat([picture, randomBytes(60_000)]);
    expect((await send(key, large, {}, front)).body).toEqual(refusal(413, 'payload_too_large'));
    const form = Buffer.concat([part('file', large), END]);
    expect((await send(key, form, FORM, front)).body).toEqual(refusal(413, 'payload_too_large'));
    expect(await rowsOf(person.accountId, front)).toEqual([]);
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/mixed'])(
    '415 for %s',
    async (type) => {
      const { key } = await newCaller(app.base);
      const answer = await send(key, picture, { 'content-type': type });
      expect(answer.body).toEqual(refusal(415, 'unsupported_media_type'));
    },
  );
});

it('a caller without a key is answered before the file is read', async () => {
  expect(await answerToHead(undefined, 90_000_000)).toMatch(/^HTTP\/1\.1 401 /);
});

/** Sends the head of an upload. */
function openUpload(key: string | undefined, bytes: number, type: string | null = 'image/png'): Socket {
  const { hostname, port } = new URL(app.base);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const credential = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: a\r\n${credential}${type === null ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${bytes}\r\n\r\n`,
  );
  return socket;
}

/** Sends the head of an upload and none of its bytes. Returns the start of the response. */
async function answerToHead(key: string | undefined, bytes: number): Promise<string> {
  const socket = openUpload(key, bytes);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(first);
}

itRequiresApiKey({
  app: () => app,
  ask: (token, _person, headers) => send(token, picture, headers),
  scopes: ['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
});
