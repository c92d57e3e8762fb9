import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { manyParts } from '../../test/support/hostile-files.mjs';
import { makePicture } from '../../test/support/media-files.js';
import { MediaError } from '../media-error.js';
import { sniffContent } from './content-type.js';
import { inspectAsset } from './inspect.js';
import { PartReader } from './part-reader.js';

/** Each of these files has at least 12,000 parts in a few megabytes, which need some dozens of reads in blocks. */
const MAX_READS = 500;
/** 10 here, and 48 with blocks of one size. */
const MAX_READS_OF_A_PICTURE = 20;
/** Seconds of processor time for frames, which are not read but decoded: 0.02 here, and 7 to 47 before they were counted. */
const MAX_CPU_SECONDS = 2;

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'offprint-parts-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Counts the reads of all open files while `work` runs. */
async function countReads(path: string, work: () => Promise<unknown>): Promise<number> {
  const file = await open(path, 'r');
  const read = jest.spyOn(Object.getPrototypeOf(file) as FileHandle, 'read');
  try {
    await work();
    return read.mock.calls.length;
  } finally {
    read.mockRestore();
    await file.close();
  }
}

it.each(manyParts())('rejects %s without a read per part', async (name, _type, bytes) => {
  const path = join(directory, name);
  await writeFile(path, bytes);
  const before = process.cpuUsage();
  const found = (await sniffContent(path))!;
  const refused = () => expect(inspectAsset(path, found)).rejects.toThrow(MediaError);
  expect(await countReads(path, refused)).toBeLessThan(MAX_READS);
  const { user, system } = process.cpuUsage(before);
  if (/of one point/.test(name)) expect((user + system) / 1e6).toBeLessThan(MAX_CPU_SECONDS);
});

it('inspects a picture of 3 MB with few reads', async () => {
  const path = join(directory, 'large.png');
  await writeFile(path, await makePicture('png', 1_000, 1_000));
  const found = (await sniffContent(path))!;
  const inspect = () => expect(inspectAsset(path, found)).resolves.toMatchObject({ width: 1_000 });
  expect(await countReads(path, inspect)).toBeLessThan(MAX_READS_OF_A_PICTURE);
});

it('detects a read per part', async () => {
  const path = join(directory, 'parts');
  await writeFile(path, Buffer.alloc(10_000));
  const apart = async () => {
    const file = await open(path, 'r');
    for (let at = 0; at < 10_000; at += 10) await file.read(Buffer.alloc(8), 0, 8, at);
    await file.close();
  };
  expect(await countReads(path, apart)).toBeGreaterThan(MAX_READS);
});

it('returns the bytes at any position, and fewer at the end', async () => {
  const path = join(directory, 'bytes');
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    const reader = new PartReader(file, { maxParts: 100, partsSeconds: 10 });
    for (const at of [0, 8, 65_530, 65_536, 150_000, 149_000, 3, 199_996, 200_000, 300_000]) {
      expect(await reader.read(at, 8)).toEqual(bytes.subarray(at, at + 8));
      expect(await reader.readByte(at)).toBe(bytes[at] ?? 0);
    }
  } finally {
    await file.close();
  }
});

it('reads no more parts than its limit', async () => {
  const path = join(directory, 'few');
  await writeFile(path, Buffer.alloc(100));
  const file = await open(path, 'r');
  try {
    const reader = new PartReader(file, { maxParts: 2, partsSeconds: 10 });
    await reader.read(0, 8);
    await reader.read(8, 8);
    await expect(reader.read(16, 8)).rejects.toThrow(MediaError);
  } finally {
    await file.close();
  }
});
