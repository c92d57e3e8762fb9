/**
 * The contract of every asset storage. A spec calls `describeAssetStorage` with a factory of an empty storage; external
 * implementations can import it too.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssetMissing, AssetTooLarge, BadAssetName } from '../../src/assets/storage/asset-errors.js';
import type { AssetStorage, ByteRange } from '../../src/assets/storage/asset-storage.js';

const LIMIT = { maxBytes: 1_000_000 };
const NAME = 'predictions/pred_1/0.png';

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(storage: AssetStorage, name: string, range?: ByteRange): Promise<string> {
  const { stream } = await storage.open(name, range);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** @param make creates an empty storage and a function that removes it. */
export function describeAssetStorage(
  title: string,
  make: () => Promise<{ storage: AssetStorage; close: () => Promise<void> }>,
): void {
  describe(`${title} as an asset storage`, () => {
    let storage: AssetStorage;
    let close: () => Promise<void>;

    beforeEach(async () => {
      ({ storage, close } = await make());
    });
    afterEach(() => close());

    it('returns the stored bytes, their size and their SHA-256', async () => {
      const stored = await storage.put(NAME, chunks('one ', 'two'), LIMIT);
      expect(stored).toEqual({ bytes: 7, sha256: createHash('sha256').update('one two').digest('hex') });
      expect(await read(storage, NAME)).toBe('one two');
      const { stream, ...facts } = await storage.open(NAME);
      stream.destroy();
      expect(facts).toEqual(await storage.stat(NAME));
      expect(facts.bytes).toBe(7);
      expect(Math.abs(Date.now() - facts.modifiedAt.getTime())).toBeLessThan(60_000);
    });

    it('stores a local file from its path and keeps the file', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'asset-source-'));
      const path = join(directory, 'file');
      await writeFile(path, 'from a path');
      await storage.put(NAME, path, LIMIT);
      await storage.put('predictions/pred_2/0.png', path, LIMIT);
      expect(await read(storage, 'predictions/pred_2/0.png')).toBe('from a path');
      await rm(directory, { recursive: true });
    });

    it('stores an empty file', async () => {
      expect(await storage.put(NAME, chunks(), LIMIT)).toMatchObject({ bytes: 0 });
      expect(await read(storage, NAME)).toBe('');
    });

    it('replaces a file that is stored again under its name', async () => {
      await storage.put(NAME, chunks('the first and longer one'), LIMIT);
      await storage.put(NAME, chunks('second'), LIMIT);
      expect(await read(storage, NAME)).toBe('second');
      expect(await storage.stat(NAME)).toMatchObject({ bytes: 6 });
    });

    it('a reader finishes the file that it opened while another replaces it', async () => {
      await storage.put(NAME, chunks('first'), LIMIT);
      const opened = await storage.open(NAME);
      await storage.put(NAME, chunks('other'), LIMIT);
      const parts: Buffer[] = [];
      for await (const part of opened.stream) parts.push(part as Buffer);
      expect(Buffer.concat(parts).toString()).toBe('first');
    });

    it('reads a range with both ends included and returns the whole size', async () => {
      await storage.put(NAME, chunks('0123456789'), LIMIT);
      expect(await read(storage, NAME, { start: 2, end: 4 })).toBe('234');
      expect(await read(storage, NAME, { start: 0, end: 0 })).toBe('0');
      expect(await read(storage, NAME, { start: 9, end: 9 })).toBe('9');
      const opened = await storage.open(NAME, { start: 2, end: 4 });
      opened.stream.destroy();
      expect(opened.bytes).toBe(10);
    });

    it('rejects more bytes than allowed, stops reading, and keeps the previous file', async () => {
      await storage.put(NAME, chunks('before'), LIMIT);
      let given = 0;
      const endless = (async function* () {
        for (;;) {
          given += 1;
          yield new Uint8Array(1000);
        }
      })();
      await expect(storage.put(NAME, endless, { maxBytes: 5000 })).rejects.toBeInstanceOf(AssetTooLarge);
      expect(given).toBe(6);
      expect(await read(storage, NAME)).toBe('before');
      await expect(
        storage.put('predictions/pred_1/1.png', chunks('123456'), { maxBytes: 5 }),
      ).rejects.toThrow();
      expect(await storage.stat('predictions/pred_1/1.png')).toBeNull();
      await expect(storage.put(NAME, chunks('12345'), { maxBytes: 5 })).resolves.toMatchObject({ bytes: 5 });
    });

    it('stores nothing of a failing source, and throws its error', async () => {
      const broken = (async function* () {
        yield Buffer.from('half');
        throw new Error('the source broke');
      })();
      await expect(storage.put(NAME, broken, LIMIT)).rejects.toThrow('the source broke');
      expect(await storage.stat(NAME)).toBeNull();
    });

    it('returns that a file does not exist', async () => {
      expect(await storage.stat(NAME)).toBeNull();
      await expect(storage.open(NAME)).rejects.toBeInstanceOf(AssetMissing);
      await storage.put(NAME, chunks('file'), LIMIT);
      expect(await storage.stat('predictions/pred_1')).toBeNull();
      await expect(storage.open('predictions/pred_1')).rejects.toBeInstanceOf(AssetMissing);
      await expect(storage.open(`${NAME}/below`)).rejects.toBeInstanceOf(AssetMissing);
    });

    it('removes all files of one prediction and of no other, idempotently', async () => {
      for (const name of ['pred_1/0.png', 'pred_1/1.png', 'pred_10/0.png']) {
        await storage.put(`predictions/${name}`, chunks(name), LIMIT);
      }
      await storage.remove('predictions/pred_1');
      await storage.remove('predictions/pred_1');
      expect(await storage.stat('predictions/pred_1/0.png')).toBeNull();
      expect(await storage.stat('predictions/pred_1/1.png')).toBeNull();
      expect(await read(storage, 'predictions/pred_10/0.png')).toBe('pred_10/0.png');
      await storage.remove('predictions/pred_10/0.png');
      expect(await storage.stat('predictions/pred_10/0.png')).toBeNull();
    });

    it('stores a prediction’s files again after their removal', async () => {
      await storage.put(NAME, chunks('first'), LIMIT);
      await storage.remove('predictions/pred_1');
      await storage.put(NAME, chunks('again'), LIMIT);
      expect(await read(storage, NAME)).toBe('again');
    });

    it('stores one whole file for concurrent writers of one name', async () => {
      const texts = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(5000));
      await Promise.all(
        texts.map((text) => storage.put(NAME, chunks(text.slice(0, 2000), text.slice(2000)), LIMIT)),
      );
      expect(texts).toContain(await read(storage, NAME));
    });

    it.each([
      '',
      '.',
      '..',
      '/',
      '/etc/passwd',
      '../up',
      'predictions/../../up',
      'predictions//0.png',
      'predictions/',
      './a',
      'a/./b',
      'a\0b',
      'a\\b',
      'C:\\a',
      '.hidden',
      'a/.hidden',
      'a b',
      'a%2fb',
      'é',
      'a\nb',
      'a/..b/c..d',
      'a.part',
      'a'.repeat(129),
      'a/'.repeat(8) + 'a',
    ])('rejects the name %j in every operation', async (name) => {
      await expect(storage.put(name, chunks('x'), LIMIT)).rejects.toBeInstanceOf(BadAssetName);
      await expect(storage.open(name)).rejects.toBeInstanceOf(BadAssetName);
      await expect(storage.stat(name)).rejects.toBeInstanceOf(BadAssetName);
      await expect(storage.remove(name)).rejects.toBeInstanceOf(BadAssetName);
    });

    it('is ready when it can be written', async () => {
      await expect(storage.check()).resolves.toBeUndefined();
    });
  });
}
