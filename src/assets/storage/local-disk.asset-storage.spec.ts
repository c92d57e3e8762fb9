import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { AssetMissing, AssetTooLarge, StorageFull } from './asset-errors.js';
import { outputName, outputPrefix } from './asset-name.js';
import { LocalDiskAssetStorage } from './local-disk.asset-storage.js';

const LIMIT = { maxBytes: 1000 };

async function createStorage() {
  const directory = await mkdtemp(join(tmpdir(), 'assets-'));
  const storage = new LocalDiskAssetStorage(join(directory, 'assets'));
  return { directory, storage, close: () => rm(directory, { recursive: true, force: true }) };
}

describe('LocalDiskAssetStorage', () => {
  let directory: string;
  let storage: LocalDiskAssetStorage;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ directory, storage, close } = await createStorage());
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await close();
  });

  const bytes = (text = 'bytes') => Readable.from([Buffer.from(text)]);
  const aside = () => join(directory, 'assets', '.incoming');

  /** Makes an operation of the file system fail, as on a full disk. */
  async function failNext(method: 'write' | 'sync', code: string): Promise<void> {
    const handle = await open(directory, 'r');
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const error = Object.assign(new Error(`${code}: no`), { code });
    jest.spyOn(prototype, method).mockRejectedValueOnce(error);
  }

  /** Null where /proc does not list the files that this process has open. */
  async function findOpenFiles(): Promise<string[] | null> {
    const descriptors = await readdir('/proc/self/fd').catch(() => null);
    if (!descriptors) return null;
    const paths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return paths.filter((path) => path.startsWith(directory));
  }

  it('keeps no file open after a read, an abandoned read or a directory under the name', async () => {
    const name = outputName('pred_1', 0, 'png');
    await storage.put(name, bytes(), LIMIT);
    for await (const part of (await storage.open(name)).stream) expect(String(part)).toBe('bytes');
    const { stream } = await storage.open(name, { start: 1, end: 2 });
    await once(stream.destroy(), 'close');
    await expect(storage.open(outputPrefix('pred_1'))).rejects.toBeInstanceOf(AssetMissing);
    expect((await findOpenFiles()) ?? []).toEqual([]);
  });

  it.each([
    ['write', 'ENOSPC'],
    ['write', 'EDQUOT'],
    ['sync', 'ENOSPC'],
    ['write', 'EROFS'],
  ] as const)(
    'calls a failed %s (%s) a full storage, temporary, and leaves no partial file',
    async (method, code) => {
      await failNext(method, code);
      const failed = storage.put('predictions/pred_1/0.png', bytes(), LIMIT);
      await expect(failed).rejects.toBeInstanceOf(StorageFull);
      await expect(failed).rejects.toMatchObject({ code, temporary: true });
      expect(await readdir(aside())).toEqual([]);
      expect(await storage.stat('predictions/pred_1/0.png')).toBeNull();
      await expect(storage.put('predictions/pred_1/0.png', bytes(), LIMIT)).resolves.toMatchObject({
        bytes: 5,
      });
    },
  );

  it('is not ready while the disk cannot be written', async () => {
    await failNext('write', 'ENOSPC');
    await expect(storage.check()).rejects.toBeInstanceOf(StorageFull);
    await expect(storage.check()).resolves.toBeUndefined();
    expect(await readdir(aside())).toEqual([]);
  });

  it('is not ready when its directory cannot be created', async () => {
    await writeFile(join(directory, 'assets'), 'a file in the way');
    await expect(storage.check()).rejects.toThrow();
  });

  it('leaves no temporary file when the rename fails', async () => {
    await storage.put('predictions', bytes('a file where a directory is needed'), LIMIT);
    await expect(storage.put('predictions/pred_1/0.png', bytes(), LIMIT)).rejects.toThrow();
    expect(await readdir(aside())).toEqual([]);
  });

  it('removes only temporary files older than an hour at the start', async () => {
    await mkdir(aside(), { recursive: true });
    const now = Date.now() / 1000;
    for (const [name, age] of [
      ['old.part', 3700],
      ['young.part', 3000],
    ] as const) {
      await writeFile(join(aside(), name), 'half');
      await utimes(join(aside(), name), now - age, now - age);
    }
    await storage.onModuleInit();
    expect(await readdir(aside())).toEqual(['young.part']);
  });

  it('starts although the temporary files cannot be removed', async () => {
    await writeFile(join(directory, 'assets'), 'a file in the way');
    await expect(storage.onModuleInit()).resolves.toBeUndefined();
  });

  it('creates files that other users of the machine cannot read', async () => {
    await storage.put('predictions/pred_1/0.png', bytes(), LIMIT);
    expect((await stat(join(directory, 'assets/predictions/pred_1/0.png'))).mode & 0o077).toBe(0);
  });

  it.each([0, 1, 256 * 1024, 4 * 1024 * 1024, 4 * 1024 * 1024 + 1, 5_000_000])(
    'copies a local file of %s bytes with its hash',
    async (size) => {
      const content = randomBytes(size);
      const path = join(directory, 'source');
      await writeFile(path, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(await storage.put('predictions/pred_1/0.png', path, { maxBytes: size })).toEqual({
        bytes: size,
        sha256,
      });
      const copy = await readFile(join(directory, 'assets/predictions/pred_1/0.png'));
      expect(copy.equals(content)).toBe(true);
      if (size === 0) return;
      const tooLarge = storage.put('predictions/pred_2/0.png', path, { maxBytes: size - 1 });
      await expect(tooLarge).rejects.toBeInstanceOf(AssetTooLarge);
      expect(await readdir(aside())).toEqual([]);
    },
  );

  it('returns the same output names on every attempt', () => {
    expect(outputName('pred_1', 0, 'png')).toBe('predictions/pred_1/0.png');
    expect(outputPrefix('pred_1')).toBe('predictions/pred_1');
    expect(() => outputName('../x', 0, 'png')).toThrow();
  });
});
