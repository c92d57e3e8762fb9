/** What the storage does beyond the contract: large files, presigned links, readiness, leftovers. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { S3AssetStorage, type S3Settings } from '@offprint/s3-storage';
import { AssetTooLarge, StorageUnavailable } from 'offprint';
import { until } from '../support/service-process.js';
import { CREDENTIALS, S3Server } from './s3-server.js';

const NAME = 'predictions/pred_1/0.png';
const MB = 1024 * 1024;

let server: S3Server;
let settings: S3Settings;
let storage: S3AssetStorage;
const opened: S3AssetStorage[] = [];

beforeAll(async () => {
  server = await S3Server.start();
});
beforeEach(async () => {
  settings = await server.createBucket(`b-${randomUUID()}`);
  storage = create();
});
afterEach(() => opened.splice(0).forEach((one) => one.onApplicationShutdown()));
afterAll(() => server.stop());

function create(changes: Partial<S3Settings> = {}): S3AssetStorage {
  const created = new S3AssetStorage({ ...settings, ...changes });
  opened.push(created);
  return created;
}

async function* pieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('a file of several parts', () => {
  it.each([5 * MB, 5 * MB + 1, 23 * MB])('of %s bytes is stored whole, with its hash', async (size) => {
    const bytes = randomBytes(size);
    const small = create({ partMb: 5 });
    const stored = await small.put(NAME, pieces(bytes), { maxBytes: size });
    expect(stored).toEqual({ bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') });
    const read = await buffer((await small.open(NAME)).stream);
    expect(read.equals(bytes)).toBe(true);
    const range = await small.open(NAME, { start: size - 3, end: size - 1 });
    expect((await buffer(range.stream)).equals(bytes.subarray(-3))).toBe(true);
    expect(await server.filesOf(settings.bucket)).toEqual([`offprint/${NAME}`]);
  });

  it('leaves nothing when its source fails or is too large', async () => {
    const bytes = randomBytes(12 * MB);
    const failing = (async function* () {
      yield* pieces(bytes);
      throw new Error('the source broke');
    })();
    const small = create({ partMb: 5 });
    await expect(small.put(NAME, failing, { maxBytes: 20 * MB })).rejects.toThrow('the source broke');
    const large = small.put(NAME, pieces(bytes), { maxBytes: 11 * MB });
    await expect(large).rejects.toBeInstanceOf(AssetTooLarge);
    expect(await small.stat(NAME)).toBeNull();
    expect(await server.filesOf(settings.bucket)).toEqual([]);
  });
});

describe('a presigned link', () => {
  const options = (expiresAt: Date) => ({
    expiresAt,
    contentType: 'image/png',
    contentDisposition: 'inline; filename="pred_1-0.png"',
    cacheControl: 'private, max-age=60',
  });
  const wholeSeconds = (fromNow: number) => new Date((Math.floor(Date.now() / 1000) + fromNow) * 1000);

  beforeEach(async () => {
    await storage.put(NAME, pieces(Buffer.from('0123456789')), { maxBytes: 100 });
  });

  it('sends the file with our headers, and ranges', async () => {
    const { url } = (await storage.link(NAME, options(wholeSeconds(60))))!;
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="pred_1-0.png"',
      'cache-control': 'private, max-age=60',
    });
    const range = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect([range.status, await range.text()]).toEqual([206, '234']);
    expect(range.headers.get('content-range')).toBe('bytes 2-4/10');
  });

  it('ends in the second in which ours ends', async () => {
    const end = wholeSeconds(3);
    const link = (await storage.link(NAME, options(end)))!;
    expect(link.expiresAt).toEqual(end);
    const signed = new URL(link.url).searchParams;
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(signed.get('X-Amz-Date')!) ?? [];
    const begin = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
    expect(begin + Number(signed.get('X-Amz-Expires')) * 1000).toBe(end.getTime());
    expect((await fetch(link.url)).status).toBe(200);
    await until(async () => (await fetch(link.url)).status === 403);
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime());
    expect(await storage.link(NAME, options(wholeSeconds(0)))).toBeNull();
  });

  it('ends after a week at the latest, as the signature requires', async () => {
    const link = (await storage.link(NAME, options(wholeSeconds(30 * 86_400))))!;
    expect(link.expiresAt).toEqual(wholeSeconds(7 * 86_400));
  });

  it('opens no other file, and nothing opens without it', async () => {
    await storage.put('predictions/pred_2/0.png', pieces(Buffer.from('other')), { maxBytes: 100 });
    const { url } = (await storage.link(NAME, options(wholeSeconds(60))))!;
    for (const forged of [
      url.replace('pred_1', 'pred_2'),
      url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=600000'),
      url.replace('image%2Fpng', 'text%2Fhtml'),
      url.split('?')[0]!,
    ]) {
      expect(forged).not.toBe(url);
      expect((await fetch(forged)).status).toBe(403);
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });

  it('is signed for the public endpoint, and is not created for streamed downloads', async () => {
    const outside = create({ publicEndpoint: 'https://files.example' });
    const link = (await outside.link(NAME, options(wholeSeconds(60))))!;
    expect(link.url).toMatch(new RegExp(`^https://files\\.example/${settings.bucket}/offprint/${NAME}\\?`));
    expect(await create({ downloads: 'stream' }).link(NAME, options(wholeSeconds(60)))).toBeNull();
  });
});

describe('readiness', () => {
  const secret = 'another-secret-of-the-tests';
  it.each([
    [
      'a wrong secret',
      () => ({ credentials: { ...CREDENTIALS, secretAccessKey: secret } }),
      /^S3: http:\S+ rejects the credentials \(SignatureDoesNotMatch\)\.$/,
    ],
    [
      'an unknown key',
      () => ({ credentials: { accessKeyId: 'nobody', secretAccessKey: secret } }),
      /^S3: http:\S+ rejects the credentials \(\w+\)\.$/,
    ],
    [
      'a missing bucket',
      () => ({ bucket: 'no-such' }),
      /^S3: there is no bucket no-such at http:\S+ \(S3_BUCKET\)\.$/,
    ],
    [
      'a store that is away',
      () => ({ endpoint: 'http://127.0.0.1:1' }),
      // The SDK does not keep the code of an error of another realm, which Jest's are.
      /^S3: http:\/\/127\.0\.0\.1:1 cannot be reached \((ECONNREFUSED|Error)\)\.$/,
    ],
  ])('%s is one sentence', async (_name, changes, sentence) => {
    const broken = create(changes());
    const error = (await broken.check().catch((thrown: unknown) => thrown)) as Error;
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect(error.message).toMatch(sentence);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
    await expect(broken.put(NAME, pieces(Buffer.from('x')), { maxBytes: 9 })).rejects.toThrow(sentence);
  });

  it('asks the store at most once in ten seconds while it is ready', async () => {
    await storage.check();
    await server.kill();
    try {
      await expect(storage.check()).resolves.toBeUndefined();
      await expect(create().check()).rejects.toBeInstanceOf(StorageUnavailable);
    } finally {
      await server.resume();
    }
  });
});

describe('incomplete uploads', () => {
  it('of killed processes are aborted when they are old, below the prefix only', async () => {
    const client = new S3Client({
      region: 'us-east-1',
      endpoint: settings.endpoint,
      forcePathStyle: true,
      credentials: CREDENTIALS,
    });
    for (const Key of [`offprint/${NAME}`, 'offprint/predictions/pred_2/0.png', 'of-another-program']) {
      const part = { Bucket: settings.bucket, Key };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(part));
      await client.send(new UploadPartCommand({ ...part, UploadId, PartNumber: 1, Body: 'half' }));
    }
    client.destroy();
    await storage.put('predictions/pred_3/0.png', pieces(Buffer.from('whole')), { maxBytes: 9 });
    expect(await storage.abortIncomplete(new Date(Date.now() - 3600_000))).toBe(0);
    expect(await storage.abortIncomplete(new Date(Date.now() + 1000))).toBe(2);
    expect(await storage.abortIncomplete(new Date(Date.now() + 1000))).toBe(0);
    expect(await storage.stat('predictions/pred_3/0.png')).toMatchObject({ bytes: 5 });
    const parts = (await server.filesOf(settings.bucket)).filter((file) => !file.startsWith('offprint/'));
    expect(parts).toHaveLength(1);
  });
});

it('removes more files than one request may name', async () => {
  const names = Array.from({ length: 1005 }, (_, index) => `predictions/pred_1/${index}.png`);
  for (let at = 0; at < names.length; at += 100)
    await Promise.all(
      names.slice(at, at + 100).map((name) => storage.put(name, pieces(Buffer.from('x')), { maxBytes: 9 })),
    );
  await storage.put('predictions/pred_10/0.png', pieces(Buffer.from('x')), { maxBytes: 9 });
  await storage.remove('predictions/pred_1');
  expect(await server.filesOf(settings.bucket)).toEqual(['offprint/predictions/pred_10/0.png']);
});
