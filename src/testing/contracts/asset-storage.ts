import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AssetMissing,
  type AssetStorage,
  AssetTooLarge,
  BadAssetName,
  type ByteRange,
} from '../../assets/index.js';
import { forEachCase, type TestRunner } from './runner.js';

/** A storage for its contract suite. */
export interface AssetStorageFixture {
  /** In the titles of the tests. */
  name: string;
  /** Creates an empty storage, for each test. */
  create: () => Promise<{ storage: AssetStorage; close: () => Promise<void> }>;
}

const LIMIT = { maxBytes: 1_000_000 };
const NAME = 'predictions/pred_1/0.png';
const BAD_NAMES = [
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
];

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await Promise.resolve();
    yield typeof part === 'string' ? Buffer.from(part) : part;
  }
}

async function read(storage: AssetStorage, name: string, range?: ByteRange): Promise<string> {
  const { stream } = await storage.open(name, range);
  return text(stream);
}

async function text(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Declares the tests that every `AssetStorage` must pass. */
export function assetStorageContract(runner: TestRunner, { name: title, create }: AssetStorageFixture): void {
  const { describe, it, beforeEach, afterEach } = runner;

  describe(`${title} as an asset storage`, () => {
    let storage: AssetStorage;
    let close: () => Promise<void>;

    beforeEach(async () => {
      ({ storage, close } = await create());
    });
    afterEach(() => close());

    it('returns the stored bytes, their size and their SHA-256', async () => {
      const stored = await storage.put(NAME, chunks('one ', 'two'), LIMIT);
      assert.deepEqual(
        { ...stored },
        { bytes: 7, sha256: createHash('sha256').update('one two').digest('hex') },
      );
      assert.equal(await read(storage, NAME), 'one two');
      const { stream, ...facts } = await storage.open(NAME);
      stream.destroy();
      assert.deepEqual(facts, { ...(await storage.stat(NAME)) });
      assert.equal(facts.bytes, 7);
    });

    it('reports the time at which a file was stored, to the second', async () => {
      await storage.put(NAME, chunks('first'), LIMIT);
      const { modifiedAt: first } = (await storage.stat(NAME))!;
      await storage.put('predictions/pred_2/0.png', chunks('second'), LIMIT);
      const { modifiedAt: second } = (await storage.stat('predictions/pred_2/0.png'))!;
      assert.ok(second.getTime() >= Math.floor(first.getTime() / 1000) * 1000);
      assert.ok(Math.abs(second.getTime() - first.getTime()) < 60_000);
    });

    it('stores a local file from its path and keeps the file', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'asset-source-'));
      const path = join(directory, 'file');
      await writeFile(path, 'from a path');
      await storage.put(NAME, path, LIMIT);
      await storage.put('predictions/pred_2/0.png', path, LIMIT);
      assert.equal(await read(storage, 'predictions/pred_2/0.png'), 'from a path');
      await rm(directory, { recursive: true });
    });

    it('stores an empty file', async () => {
      assert.equal((await storage.put(NAME, chunks(), LIMIT)).bytes, 0);
      assert.equal(await read(storage, NAME), '');
    });

    it('replaces a file that is stored again under its name', async () => {
      await storage.put(NAME, chunks('the first and longer one'), LIMIT);
      await storage.put(NAME, chunks('second'), LIMIT);
      assert.equal(await read(storage, NAME), 'second');
      assert.equal((await storage.stat(NAME))?.bytes, 6);
    });

    it('a reader finishes the file that it opened while another replaces it', async () => {
      await storage.put(NAME, chunks('first'), LIMIT);
      const opened = await storage.open(NAME);
      await storage.put(NAME, chunks('other'), LIMIT);
      assert.equal(await text(opened.stream), 'first');
    });

    it('reads a range with both ends included and returns the whole size', async () => {
      await storage.put(NAME, chunks('0123456789'), LIMIT);
      assert.equal(await read(storage, NAME, { start: 2, end: 4 }), '234');
      assert.equal(await read(storage, NAME, { start: 0, end: 0 }), '0');
      assert.equal(await read(storage, NAME, { start: 9, end: 9 }), '9');
      const opened = await storage.open(NAME, { start: 2, end: 4 });
      opened.stream.destroy();
      assert.equal(opened.bytes, 10);
    });

    it('rejects more bytes than allowed, stops reading, and keeps the previous file', async () => {
      await storage.put(NAME, chunks('before'), LIMIT);
      let given = 0;
      const endless = (async function* () {
        for (;;) {
          given += 1;
          yield await Promise.resolve(new Uint8Array(1000));
        }
      })();
      await assert.rejects(storage.put(NAME, endless, { maxBytes: 5000 }), AssetTooLarge);
      assert.equal(given, 6);
      assert.equal(await read(storage, NAME), 'before');
      const other = 'predictions/pred_1/1.png';
      await assert.rejects(storage.put(other, chunks('123456'), { maxBytes: 5 }), AssetTooLarge);
      assert.equal(await storage.stat(other), null);
      assert.equal((await storage.put(NAME, chunks('12345'), { maxBytes: 5 })).bytes, 5);
    });

    it('stores nothing of a failing source, and throws its error', async () => {
      const broken = (async function* () {
        yield await Promise.resolve(Buffer.from('half'));
        throw new Error('the source broke');
      })();
      await assert.rejects(storage.put(NAME, broken, LIMIT), /the source broke/);
      assert.equal(await storage.stat(NAME), null);
    });

    it('returns that a file does not exist', async () => {
      assert.equal(await storage.stat(NAME), null);
      await assert.rejects(storage.open(NAME), AssetMissing);
      await storage.put(NAME, chunks('file'), LIMIT);
      assert.equal(await storage.stat('predictions/pred_1'), null);
      await assert.rejects(storage.open('predictions/pred_1'), AssetMissing);
      await assert.rejects(storage.open(`${NAME}/below`), AssetMissing);
    });

    it('removes all files of one prediction and of no other, idempotently', async () => {
      for (const name of ['pred_1/0.png', 'pred_1/1.png', 'pred_10/0.png'])
        await storage.put(`predictions/${name}`, chunks(name), LIMIT);
      await storage.remove('predictions/pred_1');
      await storage.remove('predictions/pred_1');
      assert.equal(await storage.stat('predictions/pred_1/0.png'), null);
      assert.equal(await storage.stat('predictions/pred_1/1.png'), null);
      assert.equal(await read(storage, 'predictions/pred_10/0.png'), 'pred_10/0.png');
      await storage.remove('predictions/pred_10/0.png');
      assert.equal(await storage.stat('predictions/pred_10/0.png'), null);
    });

    it('stores a prediction’s files again after their removal', async () => {
      await storage.put(NAME, chunks('first'), LIMIT);
      await storage.remove('predictions/pred_1');
      await storage.put(NAME, chunks('again'), LIMIT);
      assert.equal(await read(storage, NAME), 'again');
    });

    it('stores one whole file for concurrent writers of one name', async () => {
      const texts = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(5000));
      await Promise.all(
        texts.map((one) => storage.put(NAME, chunks(one.slice(0, 2000), one.slice(2000)), LIMIT)),
      );
      assert.ok(texts.includes(await read(storage, NAME)));
    });

    const badNames = BAD_NAMES.map((name) => [JSON.stringify(name), name] as const);
    forEachCase(runner, 'rejects the name %s in every operation', badNames, async (name) => {
      await assert.rejects(storage.put(name, chunks('x'), LIMIT), BadAssetName);
      await assert.rejects(storage.open(name), BadAssetName);
      await assert.rejects(storage.stat(name), BadAssetName);
      await assert.rejects(storage.remove(name), BadAssetName);
    });

    it('is ready when it can be written', async () => {
      await assert.doesNotReject(storage.check());
    });
  });
}
