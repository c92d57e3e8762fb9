import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeClip, makePicture, makeWav } from '../../../packages/media/test/support/media-files.js';
import { SignedLinks } from '../delivery/signed-links.js';
import {
  type FetchedFile,
  type FetchOptions,
  FetchRefused,
  OutsideNetwork,
  sniffContent,
} from '../media/media.js';
import { SafeFetcher } from '../media/safe-fetcher.js';
import { StorageFull } from '../storage/asset-errors.js';
import { LocalDiskAssetStorage } from '../storage/local-disk.asset-storage.js';
import { writeNewFile } from '../storage/new-file.js';
import { type InputKind, InputMedia, InputRefused } from './input-media.js';

const BASE = 'http://127.0.0.1:3000';
const NAME = 'predictions/pred_1/0.png';

class ScriptedFetcher extends SafeFetcher {
  readonly calls: { url: string; options: FetchOptions }[] = [];
  respond: (() => Promise<Buffer>) | undefined;

  constructor() {
    super(new OutsideNetwork());
  }

  override async fetchToFile(url: string, options: FetchOptions): Promise<FetchedFile> {
    this.calls.push({ url, options });
    const bytes = await this.respond!();
    const found = (await sniffContent(bytes))!;
    const path = join(options.directory, 'fetched');
    return {
      path,
      found,
      finalUrl: url,
      ...(await writeNewFile(path, Readable.from([bytes]), options)),
    };
  }
}

describe('input media', () => {
  let root: string;
  let directory: string;
  let storage: LocalDiskAssetStorage;
  let fetcher: ScriptedFetcher;
  let media: InputMedia;
  let png: Buffer;
  const links = new SignedLinks('a secret of at least thirty-two characters', BASE);
  const later = () => new Date(Date.now() + 60_000);

  const acquire = (url: string, kind: InputKind = 'image', signal?: AbortSignal) =>
    media.acquire(url, { kind, directory, signal });

  async function expectRefused(
    acquired: Promise<unknown>,
    message: RegExp,
    transient = false,
  ): Promise<void> {
    const error = await acquired.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputRefused);
    expect(error).toMatchObject({ publicMessage: expect.stringMatching(message), transient });
    expect(await readdir(directory)).toEqual([]);
  }

  beforeAll(async () => {
    png = await makePicture('png');
  });
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'input-'));
    directory = await mkdtemp(join(root, 'work-'));
    storage = new LocalDiskAssetStorage(join(root, 'assets'));
    fetcher = new ScriptedFetcher();
    media = new InputMedia(storage, links, fetcher);
  });
  afterEach(() => rm(root, { recursive: true }));

  it('decodes a data URL without the network', async () => {
    const file = await acquire(`data:image/png;base64,${png.toString('base64')}`);
    expect(file).toMatchObject({ contentType: 'image/png', width: 96, height: 64, bytes: png.length });
    expect(await readFile(file.path)).toEqual(png);
    expect(fetcher.calls).toEqual([]);
  });

  it('reads one of our outputs from the storage, by its path or its URL, without the network', async () => {
    await storage.put(NAME, Readable.from([png]), { maxBytes: 1e6 });
    const link = links.mint({ name: NAME, expiresAt: later() });
    for (const url of [link, link.slice(BASE.length)]) {
      const file = await acquire(url);
      expect(file).toMatchObject({ contentType: 'image/png', width: 96, height: 64 });
      expect(await readFile(file.path)).toEqual(png);
    }
    expect(fetcher.calls).toEqual([]);
    expect(await storage.stat(NAME)).not.toBeNull();
  });

  it('rejects our own links that are expired, forged or have no file, without the network', async () => {
    await storage.put(NAME, Readable.from([png]), { maxBytes: 1e6 });
    const link = links.mint({ name: NAME, expiresAt: later() });
    await expectRefused(acquire(links.mint({ name: NAME, expiresAt: new Date(0) })), /expired/);
    await expectRefused(acquire(link.replace('0.png', '1.png')), /not valid/);
    await expectRefused(acquire(link.replace(NAME, '../../secret')), /not valid/);
    await expectRefused(
      acquire(links.mint({ name: 'predictions/pred_2/0.png', expiresAt: later() })),
      /gone/,
    );
    expect(fetcher.calls).toEqual([]);
  });

  it('rejects one of our outputs of another kind', async () => {
    await storage.put(NAME, Readable.from([png]), { maxBytes: 1e6 });
    await expectRefused(
      acquire(links.mint({ name: NAME, expiresAt: later() }), 'video'),
      /to a video of a kind that is supported: MP4/,
    );
  });

  it.each([
    ['image', 25_000_000, ['image']],
    ['video', 100_000_000, ['video']],
  ] as const)(
    'fetches any other %s from the public internet over https, up to %s bytes',
    async (kind, maxBytes, accept) => {
      const signal = new AbortController().signal;
      const bytes = kind === 'image' ? png : await makeClip('mp4');
      fetcher.respond = () => Promise.resolve(bytes);
      const file = await acquire('https://files.example.com/x', kind, signal);
      expect(file.width).toBe(kind === 'image' ? 96 : 320);
      expect(fetcher.calls).toMatchObject([
        {
          url: 'https://files.example.com/x',
          options: { allow: 'public', maxBytes, accept, directory, signal },
        },
      ]);
      expect(fetcher.calls[0]!.options.schemes).toBeUndefined();
    },
  );

  it('returns the duration of a video', async () => {
    fetcher.respond = () => makeClip('webm');
    expect(await acquire('https://files.example.com/x', 'video')).toMatchObject({
      durationSeconds: 2,
      height: 240,
    });
  });

  it('passes on why a fetch failed and whether it may succeed later', async () => {
    fetcher.respond = () => Promise.reject(new FetchRefused('address_not_allowed'));
    await expectRefused(acquire('https://10.0.0.1/'), /public internet/);
    fetcher.respond = () => Promise.reject(new FetchRefused('timeout'));
    await expectRefused(acquire('https://slow.example.com/'), /in time/, true);
  });

  it('rejects plain http, local files and names without a dot, with the real fetcher', async () => {
    media = new InputMedia(storage, links, new SafeFetcher(new OutsideNetwork()));
    for (const url of [
      'http://files.example.com/',
      'file:///etc/passwd',
      'picture.png',
      '',
      `${BASE}/api/keys`,
    ]) {
      await expectRefused(acquire(url), /must start with https|not a valid link/);
    }
  });

  it('rejects a truncated file and removes it', async () => {
    fetcher.respond = () => Promise.resolve(png.subarray(0, png.length / 2));
    await expectRefused(acquire('https://files.example.com/x'), /cut short/);
  });

  it('rejects a video without a video track', async () => {
    fetcher.respond = () => makeWav();
    await expectRefused(acquire('https://files.example.com/x', 'video'), /no video/);
  });

  it('rejects a data URL that is too large in decimal megabytes', async () => {
    await expectRefused(acquire(`data:image/png;base64,${'A'.repeat(33_333_340)}`), /larger than 25 MB/);
  });

  it('throws other errors for our full disk and for an abort', async () => {
    fetcher.respond = () => Promise.reject(new StorageFull('ENOSPC'));
    await expect(acquire('https://files.example.com/x')).rejects.toBeInstanceOf(StorageFull);
    fetcher.respond = () => Promise.reject(new Error('cancelled'));
    await expect(acquire('https://files.example.com/x')).rejects.toThrow('cancelled');
  });
});
