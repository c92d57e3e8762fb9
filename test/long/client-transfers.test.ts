/** Files of the TypeScript client on slow and breaking lines, and its lists by pages. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Offprint, type OffprintSettings } from '@offprint/client';
import sharp from 'sharp';
import { FakeEngine, startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';

const PIECE_BYTES = 65_536;
const SIDE = 800;

let service: TestService;
let account: TestAccount;
let apiKey: string;
let directory: string;
/** Noise, which does not compress: 1.9 MB. */
let picture: Buffer<ArrayBuffer>;

beforeAll(async () => {
  const raw = { width: SIDE, height: SIDE, channels: 3 as const };
  picture = Buffer.from(
    await sharp(randomBytes(SIDE * SIDE * 3), { raw })
      .png()
      .toBuffer(),
  );
  service = await startTestService({ engines: [new FakeEngine()], env: { OUTPUT_MARKS: 'false' } });
  account = await service.account({ credits: 1_000 });
  apiKey = (await account.key()).secret;
  directory = await mkdtemp(join(tmpdir(), 'offprint-transfers-'));
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const clientOf = (settings: OffprintSettings = {}) => new Offprint({ url: service.url, apiKey, ...settings });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const isFile = (url: string) => url.includes('/assets/');
const drafts = async () => (await readdir(directory)).filter((name) => name.endsWith('.part'));

/** Sends the bodies of requests through `line`, a piece at a time. */
function fetchThrough(line: (piece: Uint8Array, sentBytes: number) => Promise<void>) {
  return (url: string, init: RequestInit) => {
    if (!(init.body instanceof ReadableStream)) return fetch(url, init);
    let sentBytes = 0;
    const slow = new TransformStream<Uint8Array, Uint8Array>(
      {
        async transform(piece, controller) {
          await line(piece, sentBytes);
          sentBytes += piece.length;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    );
    return fetch(url, { ...init, body: (init.body as ReadableStream<Uint8Array>).pipeThrough(slow) });
  };
}

describe('an upload on a slow line', () => {
  it('may take longer than a response may, as long as the line takes pieces', async () => {
    const timeoutSeconds = 6;
    const path = join(directory, 'slow.png');
    await writeFile(path, picture);
    for (const source of [path, new Blob([picture]).stream()]) {
      const startedAt = performance.now();
      let pieces = 0;
      const offprint = clientOf({
        timeoutSeconds,
        retrySeconds: 0,
        fetch: fetchThrough(async (piece) => {
          pieces += 1;
          expect(piece.length).toBeLessThanOrEqual(PIECE_BYTES);
          await pause(300);
        }),
      });
      const upload = await offprint.upload(source);
      expect(upload).toMatchObject({ sha256: sha256(picture), bytes: picture.length, width: SIDE });
      expect(pieces).toBeGreaterThanOrEqual(Math.ceil(picture.length / PIECE_BYTES));
      expect(performance.now() - startedAt).toBeGreaterThan(timeoutSeconds * 1_000);
    }
  }, 240_000);

  it('counts as lost when the line takes no more', async () => {
    const offprint = clientOf({
      timeoutSeconds: 2,
      retrySeconds: 0,
      fetch: fetchThrough(async (_, sentBytes) => {
        if (sentBytes > 4 * PIECE_BYTES) await new Promise(() => undefined);
      }),
    });
    await expect(offprint.upload(picture)).rejects.toMatchObject({
      code: 'connection_failed',
      message: expect.stringContaining('no response within 2 s'),
    });
  });

  it('that broke off is sent again from its beginning, unless its source was a stream', async () => {
    let attempts = 0;
    const breaking: OffprintSettings['fetch'] = (url, init) => {
      attempts += 1;
      return attempts > 1
        ? fetch(url, init)
        : fetchThrough(() => Promise.reject(new Error('cut')))(url, init);
    };
    const offprint = clientOf({ fetch: breaking });
    expect(await offprint.upload(picture)).toMatchObject({ sha256: sha256(picture) });
    expect(attempts).toBe(2);
    attempts = 0;
    await expect(offprint.upload(new Blob([picture]).stream())).rejects.toMatchObject({
      // The service may see that the body broke off before its sender does.
      code: expect.stringMatching(/^(connection_failed|request_timeout)$/),
    });
    expect(attempts).toBe(1);
  });
});

describe('a download that breaks off', () => {
  /** Breaks the first downloads off after some bytes. `ranges` collects what was asked for. */
  function breakingAfter(bytes: number, times: number, ranges: (string | null)[], hasRanges = true) {
    return async (url: string, init: RequestInit) => {
      if (!isFile(url)) return fetch(url, init);
      const headers = new Headers(init.headers);
      ranges.push(headers.get('range'));
      // A storage that knows no ranges.
      if (!hasRanges) headers.delete('range');
      const response = await fetch(url, { ...init, headers });
      if (ranges.length > times) return response;
      let left = bytes;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          controller.enqueue(piece.subarray(0, left));
          left -= Math.min(left, piece.length);
          if (left === 0) controller.error(new Error('cut'));
        },
      });
      return new Response(response.body!.pipeThrough(cut), response);
    };
  }

  async function paint(offprint: Offprint) {
    service.engine.next({ prompt: 'noise', files: picture });
    const image = await offprint.generate({ modelKey: 'fake-image', prompt: 'noise' });
    expect(image.output.bytes).toBe(picture.length);
    return image;
  }

  it('goes on where it stopped, and is saved whole', async () => {
    const ranges: (string | null)[] = [];
    const image = await paint(clientOf({ fetch: breakingAfter(200_000, 3, ranges) }));
    const path = join(directory, 'resumed.png');
    await image.save(path);
    expect(sha256(await readFile(path))).toBe(image.output.sha256);
    expect(ranges[0]).toBeNull();
    const offsets = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range!)![1]));
    expect(offsets).toHaveLength(3);
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
    expect(offsets[0]).toBeGreaterThan(0);
    expect(await drafts()).toEqual([]);
  });

  it('is read whole as bytes and as a stream, also from a storage without ranges', async () => {
    const image = await paint(clientOf({ fetch: breakingAfter(300_000, 2, [], false) }));
    expect(sha256(await image.data())).toBe(image.output.sha256);
    const again = await clientOf({ fetch: breakingAfter(300_000, 2, [], false) }).wait(image.predictionId);
    const pieces: Uint8Array[] = [];
    for await (const piece of again.stream() as AsyncIterable<Uint8Array> & ReadableStream)
      pieces.push(piece);
    expect(sha256(Buffer.concat(pieces))).toBe(image.output.sha256);
  });

  it('is read whole when a storage sends another part than the missing one', async () => {
    const ranges: (string | null)[] = [];
    const breaking = breakingAfter(200_000, 1, ranges);
    const wrongOnce = (url: string, init: RequestInit) => {
      if (ranges.length !== 1) return breaking(url, init);
      return breaking(url, { ...init, headers: { ...init.headers, Range: 'bytes=7-' } });
    };
    const image = await paint(clientOf({ fetch: wrongOnce }));
    const pieces: Uint8Array[] = [];
    for await (const piece of image.stream() as AsyncIterable<Uint8Array> & ReadableStream)
      pieces.push(piece);
    expect(sha256(Buffer.concat(pieces))).toBe(image.output.sha256);
    expect(ranges).toHaveLength(3);
    expect(ranges[1]).toBe('bytes=7-');
    expect(ranges[2]).toMatch(/^bytes=[1-9]\d{4,}-$/);
  });

  it('fails, also as a stream, when the file changed between its parts', async () => {
    const ranges: (string | null)[] = [];
    const breaking = breakingAfter(200_000, 1, ranges);
    const changing = async (url: string, init: RequestInit) => {
      const response = await breaking(url, init);
      if (!isFile(url)) return response;
      const headers = new Headers(response.headers);
      headers.set('ETag', `"version ${ranges.length}"`);
      return new Response(response.body, { status: response.status, headers });
    };
    const image = await paint(clientOf({ fetch: changing }));
    const read = async () => {
      for await (const piece of image.stream() as AsyncIterable<Uint8Array> & ReadableStream)
        expect(piece.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({ code: 'output_damaged' });
    expect(ranges).toHaveLength(2);
  });

  it('leaves what the path had before when another file arrives', async () => {
    const offprint = clientOf({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!isFile(url)) return response;
        const flip = new TransformStream<Uint8Array, Uint8Array>({
          transform: (piece, controller) => controller.enqueue(piece.map((byte) => byte ^ 1)),
        });
        return new Response(response.body!.pipeThrough(flip), response);
      },
    });
    const image = await paint(offprint);
    const path = join(directory, 'before.png');
    await writeFile(path, 'before');
    await expect(image.save(path)).rejects.toMatchObject({ code: 'output_damaged' });
    await expect(image.data()).rejects.toMatchObject({ code: 'output_damaged' });
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await drafts()).toEqual([]);
  });

  it('is given up on when its reader cancels, and asked for no more', async () => {
    const ranges: (string | null)[] = [];
    const image = await paint(clientOf({ fetch: breakingAfter(Infinity, 0, ranges) }));
    const reader = image.stream().getReader();
    expect((await reader.read()).value!.length).toBeGreaterThan(0);
    await reader.cancel();
    expect(ranges).toHaveLength(1);
  });
});

it('a history and a ledger can be read page by page, and gone on with later', async () => {
  const payer = await service.account({ credits: 150 });
  const secret = (await payer.key()).secret;
  const offprint = clientOf({ apiKey: secret });
  const start = (at: number) => offprint.start({ modelKey: 'fake-image', prompt: `page ${at}` });
  await Promise.all(Array.from({ length: 105 }, (_, at) => start(at)));
  const all: string[] = [];
  for await (const { predictionId } of offprint.history()) all.push(predictionId);
  expect(new Set(all).size).toBe(105);
  let cursor: string | null = null;
  for await (const page of offprint.history().pages()) {
    expect(page.items.map(({ predictionId }) => predictionId)).toEqual(all.slice(0, 100));
    cursor = page.nextCursor;
    break;
  }
  const rest: string[] = [];
  for await (const { predictionId } of clientOf({ apiKey: secret }).history({ cursor: cursor! }))
    rest.push(predictionId);
  expect(rest).toEqual(all.slice(100));
  const pages = [];
  for await (const { items } of offprint.ledger().pages()) pages.push(items.length);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toBe(100);
});
