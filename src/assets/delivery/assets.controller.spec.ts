import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request, { type Response } from 'supertest';
import { ErrorFilter, validationPipe } from '../../platform/http/index.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { LocalDiskAssetStorage } from '../storage/local-disk.asset-storage.js';
import { AssetDelivery } from './asset-delivery.js';
import { AssetsController } from './assets.controller.js';
import { ExpectedFiles } from './expected-files.js';
import { SignedLinks } from './signed-links.js';
import { Thumbnails } from './thumbnails.js';

const NAME = 'predictions/pred_1/0.png';
const BYTES = '0123456789';

describe('GET /api/assets', () => {
  let directory: string;
  let app: INestApplication;
  let storage: LocalDiskAssetStorage;
  const links = new SignedLinks('a secret of at least thirty-two characters');
  /** Files that were not removed. */
  const kept = new Set<string>();
  const link = (name = NAME, secondsLeft = 600) =>
    links.mint({ name, expiresAt: new Date(Date.now() + secondsLeft * 1000) });
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(app.getHttpServer()).get(path).set(headers).buffer(true).parse(collect);

  function collect(response: Response, done: (error: Error | null, body: string) => void): void {
    let body = '';
    const stream = response as unknown as Readable;
    stream.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    stream.on('end', () => done(null, body));
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'delivery-'));
    storage = new LocalDiskAssetStorage(directory);
    const module = await Test.createTestingModule({
      controllers: [AssetsController],
      providers: [
        AssetDelivery,
        Thumbnails,
        { provide: AssetStorage, useValue: storage },
        { provide: SignedLinks, useValue: links },
        {
          provide: ExpectedFiles,
          useValue: { reportMissing: (name: string) => Promise.resolve(kept.has(name)) },
        },
      ],
    }).compile();
    app = module.createNestApplication({ logger: false });
    app.useGlobalFilters(new ErrorFilter());
    app.useGlobalPipes(validationPipe());
    await app.listen(0, '127.0.0.1');
  });
  beforeEach(() => storage.put(NAME, Readable.from([Buffer.from(BYTES)]), { maxBytes: 1000 }));
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  describe('200', () => {
    it('delivers the file for a valid link', async () => {
      const { status, body, headers } = await get(link());
      expect({ status, body }).toEqual({ status: 200, body: BYTES });
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline; filename="pred_1-0.png"',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(headers['etag']).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
      expect(new Date(headers['last-modified']!).getTime()).not.toBeNaN();
    });

    it('allows private caching until the link expires', async () => {
      const { headers } = await get(link(NAME, 100));
      const [, seconds] = /^private, max-age=(\d+)$/.exec(headers['cache-control']!)!;
      expect(Number(seconds)).toBeLessThanOrEqual(100);
      expect(Number(seconds)).toBeGreaterThan(0);
    });

    it.each([
      ['0.mp4', 'video/mp4'],
      ['0.glb', 'model/gltf-binary'],
      ['0.html', 'application/octet-stream'],
      ['0.svg', 'application/octet-stream'],
    ])('sends %s as %s', async (file, contentType) => {
      const name = `predictions/pred_2/${file}`;
      await storage.put(name, Readable.from([Buffer.from('<script>')]), { maxBytes: 1000 });
      expect((await get(link(name))).headers['content-type']).toBe(contentType);
    });

    it('responds to HEAD as to GET, without the bytes', async () => {
      const address = link();
      const whole = await get(address);
      const head = await request(app.getHttpServer()).head(address);
      expect(head.status).toBe(200);
      for (const name of ['content-length', 'etag', 'content-type', 'last-modified']) {
        expect(head.headers[name]).toBe(whole.headers[name]);
      }
      expect(head.text).toBeFalsy();
    });

    it('opens a whole file once, with the headers that a conditional request gets', async () => {
      const [open, stat] = [jest.spyOn(storage, 'open'), jest.spyOn(storage, 'stat')];
      const whole = await get(link());
      expect([open.mock.calls.length, stat.mock.calls.length]).toEqual([1, 0]);
      const conditional = await get(link(), { 'if-none-match': '"another"' });
      expect(conditional).toMatchObject({ status: 200, body: BYTES });
      for (const name of ['etag', 'last-modified', 'content-length', 'content-type'])
        expect(whole.headers[name]).toBe(conditional.headers[name]);
      jest.restoreAllMocks();
    });

    it('delivers a file of several reads complete', async () => {
      const bytes = randomBytes(1_000_000);
      await storage.put('predictions/pred_4/0.png', Readable.from([bytes]), { maxBytes: bytes.length });
      const { body } = await get(link('predictions/pred_4/0.png'));
      expect(Buffer.from(body as string, 'latin1').equals(bytes)).toBe(true);
    });

    it('delivers an empty file', async () => {
      await storage.put('predictions/pred_3/0.png', Readable.from([]), { maxBytes: 1 });
      expect(await get(link('predictions/pred_3/0.png'))).toMatchObject({ status: 200, body: '' });
    });

    it.each(['bytes=0-1,4-5', 'lines=0-1', 'nonsense'])(
      'delivers the whole file for a range that it does not serve (%s)',
      async (range) => {
        expect(await get(link(), { range })).toMatchObject({ status: 200, body: BYTES });
      },
    );
  });

  describe('206', () => {
    it.each([
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-100', '89', 'bytes 8-9/10'],
      ['bytes=0-0', '0', 'bytes 0-0/10'],
    ])('delivers the range %s', async (range, body, contentRange) => {
      const response = await get(link(), { range });
      expect(response).toMatchObject({ status: 206, body });
      expect(response.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': `${body.length}`,
      });
    });

    it('delivers a range only if If-Range matches', async () => {
      const { headers } = await get(link());
      const range = 'bytes=0-3';
      expect((await get(link(), { range, 'if-range': headers['etag']! })).status).toBe(206);
      expect((await get(link(), { range, 'if-range': headers['last-modified']! })).status).toBe(206);
      expect(await get(link(), { range, 'if-range': '"another"' })).toMatchObject({
        status: 200,
        body: BYTES,
      });
    });
  });

  describe('304', () => {
    it('is sent without the bytes for a file that the caller has', async () => {
      const { headers } = await get(link());
      const again = await get(link(), { 'if-none-match': headers['etag']! });
      expect(again).toMatchObject({ status: 304, body: '' });
      expect(again.headers['etag']).toBe(headers['etag']);
      expect((await get(link(), { 'if-modified-since': headers['last-modified']! })).status).toBe(304);
    });

    it('is not sent for a replaced file', async () => {
      const { headers } = await get(link());
      await utimes(join(directory, NAME), 1_000_000_000, 1_000_000_000);
      expect((await get(link(), { 'if-none-match': headers['etag']! })).status).toBe(200);
    });

    it('is not sent for a forged link', async () => {
      const { headers } = await get(link());
      const forged = link().replace(/.$/, '!');
      expect((await get(forged, { 'if-none-match': headers['etag']! })).status).toBe(404);
    });
  });

  describe('404', () => {
    const bodyOf = async (path: string) => {
      const { status, text } = await request(app.getHttpServer()).get(path);
      return { status, ...(JSON.parse(text) as { code: string; message: string }), requestId: undefined };
    };

    it('is the same for a forged link and no signature at all', async () => {
      const forged = await bodyOf(link().replace(/.$/, '!'));
      expect(forged).toMatchObject({ status: 404, code: 'not_found' });
      const others = [
        link().replace('0.png', '1.png'),
        link().replace(/expires=\d+/, 'expires=9999999999'),
        `/api/assets/${NAME}`,
        `/api/assets/${NAME}?expires=1&signature=`,
        `${link()}&signature=second`,
        `${link()}&expires=1`,
      ];
      for (const path of others) expect(await bodyOf(path)).toEqual(forged);
    });

    it.each([
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      'a%00b',
      '.incoming/x.part',
      '%5c..%5cx',
    ])('is sent for the name %s', async (name) => {
      const query = link().split('?')[1]!;
      expect((await request(app.getHttpServer()).get(`/api/assets/${name}?${query}`)).status).toBe(404);
    });
  });

  it.each(['predictions/pred_1/9.png', 'predictions/pred_1', 'predictions/pred_1/9.png.thumbnail.webp'])(
    '410 is sent for a valid link to %s, which was removed',
    async (name) => {
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const { status, text } = await request(app.getHttpServer()).get(link(name)).set(headers);
        expect({ status, body: JSON.parse(text) as object }).toMatchObject({
          status: 410,
          body: { code: 'file_removed' },
        });
      }
    },
  );

  it.each([NAME, `${NAME}.thumbnail.webp`])(
    '503 is sent for a valid link to %s when the storage has lost the file',
    async (name) => {
      await storage.remove(NAME);
      kept.add(NAME);
      for (const headers of [{}, { range: 'bytes=0-1' }]) {
        const {
          status,
          text,
          headers: sent,
        } = await request(app.getHttpServer()).get(link(name)).set(headers);
        expect({ status, body: JSON.parse(text) as object }).toMatchObject({
          status: 503,
          body: { code: 'service_unavailable', message: expect.stringContaining('missing from the storage') },
        });
        expect(sent['retry-after']).toBe('60');
      }
      kept.clear();
    },
  );

  it('410 is sent for an expired link', async () => {
    const { status, text, headers } = await request(app.getHttpServer()).get(link(NAME, -1));
    expect(status).toBe(410);
    expect(JSON.parse(text)).toMatchObject({ code: 'link_expired' });
    expect(headers['content-type']).toMatch(/json/);
    const forged = link(NAME, -1).replace(/.$/, '!');
    expect((await request(app.getHttpServer()).get(forged)).status).toBe(404);
  });

  it('416 has the size and no headers of the file', async () => {
    const { status, headers, text } = await request(app.getHttpServer())
      .get(link())
      .set('range', 'bytes=10-');
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */10');
    expect(headers['content-type']).toMatch(/json/);
    expect(headers['cache-control'] ?? '').not.toMatch(/max-age/);
    expect(JSON.parse(text)).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it('closes the connection when the storage fails in the middle, so that a partial file is detected', async () => {
    const facts = (await storage.stat(NAME))!;
    const open = storage.open.bind(storage);
    storage.open = () => {
      const failing = (async function* () {
        yield Buffer.from(BYTES.slice(0, 4));
        throw new Error('the disk is gone');
      })();
      return Promise.resolve({ ...facts, stream: Readable.from(failing) });
    };
    await expect(get(link())).rejects.toThrow(/aborted|hang up|reset/i);
    storage.open = open;
    expect((await get(link())).status).toBe(200);
  });
});
