import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { loadConfig } from 'offprint';
import { assetStorageContract } from 'offprint/testing';
import { EncryptedAssetStorage } from '../src/storage/encrypted.asset-storage.js';
import { SEALED_BYTES } from '../src/storage/segment-cipher.js';
import { settings } from './support/acme.js';

const NAME = 'predictions/pred_1/0.png';
const FILE = randomBytes(200_000);

let directory: string;
let storage: EncryptedAssetStorage;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'acme-'));
  storage = createStorage(directory);
  await put(NAME);
});
after(() => rm(directory, { recursive: true }));

const createStorage = (path: string) =>
  new EncryptedAssetStorage(loadConfig({ ...settings('http://127.0.0.1'), DATA_DIR: path }));
const pathOf = (name: string) => join(directory, 'encrypted-assets', name);
const put = (name: string) => storage.put(name, Readable.from([FILE]), { maxBytes: FILE.length });
const read = async (name: string, range?: { start: number; end: number }) =>
  buffer((await storage.open(name, range)).stream);

assetStorageContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'EncryptedAssetStorage',
    create: async () => {
      const path = await mkdtemp(join(tmpdir(), 'acme-'));
      return { storage: createStorage(path), close: () => rm(path, { recursive: true }) };
    },
  },
);

it('the disk has nothing of the file, and a reader all of it', async () => {
  const onDisk = await readFile(pathOf(NAME));
  assert.equal(onDisk.indexOf(FILE.subarray(1000, 1016)), -1);
  assert.deepEqual(await read(NAME), FILE);
  assert.equal((await storage.stat(NAME))!.bytes, FILE.length);
});

it('ranges begin and end in any segment', async () => {
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [65_536, 131_071],
    [100, 199_999],
    [199_999, 199_999],
  ] as const)
    assert.deepEqual(await read(NAME, { start, end }), FILE.subarray(start, end + 1));
});

it('a file that was changed, cut off or exchanged is not read', async () => {
  await put('a/1.png');
  const changed = await readFile(pathOf('a/1.png'));
  changed[100]! ^= 1;
  await writeFile(pathOf('a/1.png'), changed);
  await put('a/2.png');
  await truncate(pathOf('a/2.png'), 2 * SEALED_BYTES);
  await put('a/3.png');
  await cp(pathOf(NAME), pathOf('a/3.png'));
  for (const name of ['a/1.png', 'a/2.png', 'a/3.png']) await assert.rejects(read(name), /authenticate/);
});

it('stops the start without a key', () => {
  assert.throws(() => new EncryptedAssetStorage(loadConfig({})), /ACME_STORAGE_KEY must be 64/);
});
