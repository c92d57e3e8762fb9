import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Round } from './round.js';

beforeEach(() => {
  Logger.overrideLogger(false);
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function begin(work: () => Promise<void> = () => Promise.resolve()) {
  const registry = new SchedulerRegistry();
  let runs = 0;
  const round = new Round(registry, { name: 'count', everyMs: 100 }, () => ((runs += 1), work()));
  return { registry, round, runs: () => runs };
}

it('runs once an interval, under its name, until it is stopped', async () => {
  const { registry, round, runs } = begin();
  expect(registry.getIntervals()).toEqual(['count']);
  await jest.advanceTimersByTimeAsync(350);
  expect(runs()).toBe(3);
  await round.stop();
  await jest.advanceTimersByTimeAsync(350);
  await round.run();
  expect(runs()).toBe(3);
  expect(registry.getIntervals()).toEqual([]);
});

it('runs no more once its name was deleted, and can still be stopped', async () => {
  const { registry, round, runs } = begin();
  registry.deleteInterval('count');
  await jest.advanceTimersByTimeAsync(350);
  await round.stop();
  expect(runs()).toBe(0);
});

it('skips a run while one is in progress; an explicit call joins it', async () => {
  let end!: () => void;
  const { round, runs } = begin(() => new Promise((resolve) => (end = resolve)));
  await jest.advanceTimersByTimeAsync(350);
  const joined = round.run();
  expect(runs()).toBe(1);
  end();
  await joined;
  await jest.advanceTimersByTimeAsync(100);
  expect(runs()).toBe(2);
});

it('waits for the run that is under way when it is stopped, also when that fails', async () => {
  let fail!: (error: Error) => void;
  const { round } = begin(() => new Promise((_, reject) => (fail = reject)));
  await jest.advanceTimersByTimeAsync(100);
  let isStopped = false;
  const stopped = round.stop().then(() => (isStopped = true));
  await jest.advanceTimersByTimeAsync(1_000);
  expect(isStopped).toBe(false);
  fail(new Error('away'));
  await stopped;
});

it('logs what failed under its name and goes on; a run that was asked for fails for its caller', async () => {
  const logged: string[] = [];
  for (const level of ['warn', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((text: unknown) => void logged.push(`${level} ${String(text).split('\n')[0]}`));
  let error = new Error('our fault');
  const { round, runs } = begin(() => Promise.reject(error));
  await jest.advanceTimersByTimeAsync(100);
  error = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  await jest.advanceTimersByTimeAsync(100);
  expect(logged).toEqual(['error count: Error: our fault', 'warn count: the database is away']);
  await expect(round.run()).rejects.toBe(error);
  expect(runs()).toBe(3);
});
