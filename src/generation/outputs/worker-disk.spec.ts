import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type AssetStorage, StorageFull, StorageUnavailable } from '../../assets/index.js';
import type { Config } from '../../platform/config/index.js';
import { WorkerDisk } from './worker-disk.js';

let directory: string;
let disk: WorkerDisk;
let opened: number;
let check: () => Promise<void>;
const start = async (isShared = false, free = Infinity) => {
  const storage = {
    ...{ isShared, check: () => check(), freeBytes: () => Promise.resolve(free) },
  } as unknown as AssetStorage;
  disk = new WorkerDisk({ dataDirectory: directory } as Config, storage);
  await disk.watch(() => (opened += 1));
};

beforeEach(async () => {
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  jest.spyOn(Logger.prototype, 'log').mockReturnValue();
  directory = await mkdtemp(join(tmpdir(), 'disk-'));
  opened = 0;
  check = () => Promise.resolve();
});
afterEach(async () => {
  disk.onApplicationShutdown();
  jest.restoreAllMocks();
  // A check may still be writing.
  await rm(directory, { recursive: true, maxRetries: 5 });
});

it('writes to the scratch directory, and leaves nothing there', async () => {
  await start();
  expect(disk.isWritable).toBe(true);
  expect(await readdir(join(directory, 'scratch'))).toEqual([]);
});

it('is closed while the scratch directory cannot be written', async () => {
  await writeFile(join(directory, 'scratch'), 'a file in the way');
  await start();
  expect(disk.isWritable).toBe(false);
});

it.each([
  ['this machine’s own', false, false],
  ['one that all processes share', true, true],
])('a storage that cannot be written, %s', async (_, isShared, isWritable) => {
  check = () => Promise.reject(new StorageFull('EROFS'));
  await start(isShared);
  expect(disk.isWritable).toBe(isWritable);
});

it('a storage that does not answer is away', async () => {
  check = () => new Promise(() => undefined);
  await start();
  expect(disk.isWritable).toBe(false);
});

it('a fault of a step closes it at once, and a later check opens it again', async () => {
  await start();
  void disk.reportFault(new StorageFull('EROFS'));
  void disk.reportFault(new StorageFull('EROFS'));
  expect(disk.isWritable).toBe(false);
  while (opened === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(disk.isWritable).toBe(true);
});

const KIB = 1024;
it.each<[string, { free: number; sizes: number[]; isShared?: boolean; fault?: Error; isLeft: boolean }]>([
  ['space for ordinary results', { free: 8 * KIB * KIB, sizes: [], isLeft: true }],
  ['no space for ordinary results', { free: 3 * KIB * KIB, sizes: [], isLeft: false }],
  ['no space at all', { free: 0, sizes: [10], isLeft: false }],
  ['little space, and small results', { free: 300 * KIB, sizes: Array(20).fill(50 * KIB), isLeft: true }],
  ['as little, and larger ones', { free: 300 * KIB, sizes: Array(20).fill(100 * KIB), isLeft: false }],
  [
    'one large result among small ones',
    { free: 300 * KIB, sizes: [...Array(19).fill(10), 1e9], isLeft: true },
  ],
  [
    'large ones of long ago',
    { free: 300 * KIB, sizes: [...Array(20).fill(1e9), ...Array(20).fill(10)], isLeft: true },
  ],
  ['a storage elsewhere', { free: 0, sizes: [], isShared: true, isLeft: true }],
  ['a quota', { free: Infinity, sizes: [], fault: new StorageFull('EDQUOT'), isLeft: false }],
  ['a read-only disk', { free: Infinity, sizes: [], fault: new StorageFull('EROFS'), isLeft: false }],
  ['a broken disk', { free: Infinity, sizes: [], fault: new StorageUnavailable('EIO'), isLeft: false }],
])('a result does not fit: %s', async (_, { free, sizes, isShared, fault, isLeft }) => {
  await start(isShared, free);
  for (const bytes of sizes) disk.reportWritten(bytes);
  const reported = disk.reportFault((fault ?? new StorageFull('ENOSPC')) as StorageUnavailable);
  expect(disk.isWritable).toBe(false);
  expect(await reported).toBe(isLeft);
  expect([disk.isWritable, opened]).toEqual(isLeft ? [true, 1] : [false, 0]);
});

it('a result does not fit, nor does a small file', async () => {
  await start();
  check = () => Promise.reject(new StorageFull('ENOSPC'));
  expect(await disk.reportFault(new StorageFull('ENOSPC'))).toBe(false);
  expect(disk.isWritable).toBe(false);
});
