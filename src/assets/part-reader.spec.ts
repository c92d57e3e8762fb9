import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manyParts } from '../../test/fuzz/hostile-files.mjs';
import { BrokenAsset } from './asset-errors.js';
import { sniffContent } from './content-type.js';
import { inspectAsset } from './inspect.js';
import { PartReader } from './part-reader.js';

/** Seconds of processor time that a file may cost; before they were bounded the cheapest of these took four. */
const MOST_SECONDS = 2;

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'offprint-parts-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

it.each(manyParts())('refuses %s without reading each part by itself', async (name, type, bytes) => {
  const path = join(directory, name);
  await writeFile(path, bytes);
  // What is loaded once is not the file's: the first time is not measured.
  await sniffContent(path);
  await expect(inspectAsset(path, type)).rejects.toThrow(BrokenAsset);
  const before = process.cpuUsage();
  await expect(inspectAsset(path, type)).rejects.toThrow(BrokenAsset);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(MOST_SECONDS);
});

it('gives the bytes that lie at a place, wherever it was before, and fewer at the end', async () => {
  const path = join(directory, 'bytes');
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  await writeFile(path, bytes);
  const file = await open(path, 'r');
  try {
    const reader = new PartReader(file, 100);
    for (const at of [0, 8, 65_530, 65_536, 150_000, 149_000, 3, 199_996, 200_000, 300_000]) {
      expect(await reader.at(at, 8)).toEqual(bytes.subarray(at, at + 8));
      expect(await reader.byteAt(at)).toBe(bytes[at] ?? 0);
    }
  } finally {
    await file.close();
  }
});

it('reads no more parts than it may', async () => {
  const path = join(directory, 'few');
  await writeFile(path, Buffer.alloc(100));
  const file = await open(path, 'r');
  try {
    const reader = new PartReader(file, 2);
    await reader.at(0, 8);
    await reader.at(8, 8);
    await expect(reader.at(16, 8)).rejects.toThrow(BrokenAsset);
  } finally {
    await file.close();
  }
});
