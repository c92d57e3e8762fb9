import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type AssetStorage, StorageFull } from '../../assets/index.js';
import type { Config } from '../../config/index.js';
import { WorkerDisk } from './worker-disk.js';

let directory: string;
let disk: WorkerDisk;
let opened: number;
/** What the storage answers to a check. */
let check: () => Promise<void>;
const start = async (isShared = false) => {
  const storage = { isShared, check: () => check() } as unknown as AssetStorage;
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
  await rm(directory, { recursive: true });
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
  disk.reportFault(new StorageFull('ENOSPC'));
  disk.reportFault(new StorageFull('ENOSPC'));
  expect(disk.isWritable).toBe(false);
  while (opened === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(disk.isWritable).toBe(true);
});
