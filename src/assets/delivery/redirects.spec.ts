import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { ErrorFilter } from '../../platform/http/index.js';
import { type AssetLink, type AssetLinkOptions, AssetStorage } from '../storage/asset-storage.js';
import { LocalDiskAssetStorage } from '../storage/local-disk.asset-storage.js';
import { AssetDelivery } from './asset-delivery.js';
import { AssetsController } from './assets.controller.js';
import { ExpectedFiles } from './expected-files.js';
import { SignedLinks } from './signed-links.js';
import { Thumbnails } from './thumbnails.js';

const NAME = 'predictions/pred_1/0.png';
const TARGET = 'https://store.example/bucket/key?signed';

/** Sends its files itself, except while `isAway`. */
class LinkingStorage extends LocalDiskAssetStorage {
  asked: AssetLinkOptions[] = [];
  secondsLess = 0;
  isAway = false;

  override async link(_name: string, options: AssetLinkOptions): Promise<AssetLink | null> {
    this.asked.push(options);
    const expiresAt = new Date(options.expiresAt.getTime() - this.secondsLess * 1000);
    return this.isAway ? null : { url: TARGET, expiresAt };
  }
}

describe('GET /api/assets with a storage that creates links', () => {
  let directory: string;
  let app: INestApplication;
  let storage: LinkingStorage;
  const links = new SignedLinks('a secret of at least thirty-two characters');
  const expiresAt = new Date(Math.ceil(Date.now() / 1000 + 600) * 1000);
  const link = (name = NAME, end = expiresAt) => links.mint({ name, expiresAt: end });
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(app.getHttpServer()).get(path).set(headers).redirects(0);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redirects-'));
    storage = new LinkingStorage(directory);
    const module = await Test.createTestingModule({
      controllers: [AssetsController],
      providers: [
        AssetDelivery,
        Thumbnails,
        { provide: AssetStorage, useValue: storage },
        { provide: SignedLinks, useValue: links },
        { provide: ExpectedFiles, useValue: { reportMissing: () => Promise.resolve(false) } },
      ],
    }).compile();
    app = module.createNestApplication({ logger: false });
    app.useGlobalFilters(new ErrorFilter());
    await app.listen(0, '127.0.0.1');
  });
  beforeEach(async () => {
    Object.assign(storage, { asked: [], secondsLess: 0, isAway: false });
    await storage.put(NAME, Readable.from([Buffer.from('0123456789')]), { maxBytes: 1000 });
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  it('302: redirects to the storage, with our headers and the end of our link', async () => {
    const response = await get(link());
    expect(response.status).toBe(302);
    expect(response.headers).toMatchObject({
      location: TARGET,
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
      vary: 'Sec-Fetch-Site',
    });
    expect(response.headers['content-type']).toBeUndefined();
    expect(storage.asked).toEqual([
      {
        expiresAt,
        contentType: 'image/png',
        contentDisposition: 'inline; filename="pred_1-0.png"',
        cacheControl: expect.stringMatching(/^private, max-age=\d+$/) as string,
      },
    ]);
    expect((await get(link(), { range: 'bytes=0-1' })).status).toBe(302);
  });

  it('302: may be cached until its target ends', async () => {
    storage.secondsLess = 500;
    const [, seconds] = /max-age=(\d+)$/.exec((await get(link())).headers['cache-control']!)!;
    expect(Number(seconds)).toBeLessThanOrEqual(101);
    expect(Number(seconds)).toBeGreaterThan(0);
  });

  it('creates no link for a forged, an expired or a removed one', async () => {
    const statusOf = async (path: string) => (await get(path)).status;
    expect(await statusOf(link().replace(/.$/, '!'))).toBe(404);
    expect(await statusOf(link(NAME, new Date(Date.now() - 1000)))).toBe(410);
    expect(storage.asked).toEqual([]);
    const removed = await get(link('predictions/pred_1/9.png'));
    expect([removed.status, removed.headers['location']]).toEqual([410, undefined]);
  });

  it('sends the file itself to the pages of the service, whose policy blocks other origins', async () => {
    const response = await get(link(), { 'sec-fetch-site': 'same-origin' });
    expect(response).toMatchObject({ status: 200, headers: { 'content-length': '10' } });
    expect((await get(link(), { 'sec-fetch-site': 'cross-site' })).status).toBe(302);
    expect(storage.asked).toHaveLength(1);
  });

  it('answers HEAD, an unchanged file and a range outside of it without a redirect', async () => {
    const head = await request(app.getHttpServer()).head(link()).redirects(0);
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' } });
    expect((await get(link(), { 'if-none-match': head.headers['etag']! })).status).toBe(304);
    expect((await get(link(), { range: 'bytes=10-' })).status).toBe(416);
  });

  it('sends the file when the storage gives no link', async () => {
    storage.isAway = true;
    expect((await get(link())).status).toBe(200);
    expect((await get(link(), { range: 'bytes=0-1' })).status).toBe(206);
  });
});
