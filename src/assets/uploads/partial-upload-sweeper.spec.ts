import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Config } from '../../platform/config/index.js';
import { PartialUploadSweeper } from './partial-upload-sweeper.js';

let dataDirectory: string;
let sweeper: PartialUploadSweeper;
let warn: jest.SpiedFunction<Logger['warn']>;
const scratch = () => join(dataDirectory, 'scratch');

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'offprint-sweeper-'));
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  sweeper = new PartialUploadSweeper(new SchedulerRegistry(), { dataDirectory } as Config);
  sweeper.onApplicationBootstrap();
});
afterEach(async () => {
  await sweeper.beforeApplicationShutdown();
  jest.restoreAllMocks();
  await rm(dataDirectory, { recursive: true });
});

it('removes only partial uploads older than an hour', async () => {
  await mkdir(scratch());
  const now = Date.now() / 1000;
  for (const [name, age] of [
    ['upload-old', 3700],
    ['upload-young', 3000],
    ['other-old', 3700],
  ] as const) {
    await writeFile(join(scratch(), name), 'half');
    await utimes(join(scratch(), name), now - age, now - age);
  }
  await sweeper.round();
  expect((await readdir(scratch())).sort()).toEqual(['other-old', 'upload-young']);
});

it('is silent before the first upload has created the directory', async () => {
  await sweeper.round();
  expect(warn).not.toHaveBeenCalled();
});

it('logs a directory that cannot be read, once until it can be read again', async () => {
  await writeFile(scratch(), 'a file in the way');
  await sweeper.round();
  await sweeper.round();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('ENOTDIR'));
  await rm(scratch());
  await mkdir(scratch());
  await sweeper.round();
  await rm(scratch(), { recursive: true });
  await writeFile(scratch(), 'a file in the way');
  await sweeper.round();
  expect(warn).toHaveBeenCalledTimes(2);
});
