import { jest } from '@jest/globals';
import type { Catalogue } from '../../catalogue/index.js';
import type { Config } from '../../platform/config/index.js';
import type { Database } from '../../platform/database/index.js';
import type { ProviderRegistry } from '../../providers/index.js';
import { QueuePositions } from './queue-positions.js';
import type { RunTimes } from './run-times.js';

/** Predictions wait for one worker of `concurrency` places, with `running` seconds of each running one. */
function positionsOf(...ids: string[]) {
  const state = { reads: 0, running: [] as number[], ids, response: Promise.resolve() };
  const rowOf = (id: string, elapsed_seconds: number | null) => ({
    ...{
      id,
      provider: 'engine',
      model_key: id.split('-')[0]!,
      workload: null,
      cost: 1000,
      elapsed_seconds,
      workers: 1,
    },
  });
  const database = {
    run: async () => {
      state.reads += 1;
      const rows = [
        ...state.ids.map((id) => rowOf(id, null)),
        ...state.running.map((s) => rowOf('slow-0', s)),
      ];
      await state.response;
      return rows;
    },
  };
  const seconds: Record<string, number> = { quick: 3, slow: 30 };
  const runTimes = {
    refresh: () => Promise.resolve(),
    expect: ({ modelKey }: { modelKey: string }) => ({
      seconds: seconds[modelKey],
      heldSeconds: seconds[modelKey],
    }),
  };
  const positions = new QueuePositions(
    database as unknown as Database,
    runTimes as unknown as RunTimes,
    { all: [], find: () => undefined } as unknown as ProviderRegistry,
    { limitsOf: () => ({}) } as unknown as Catalogue,
    { worker: { concurrency: 2 } } as unknown as Config,
  );
  return { state, positions };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('numbers the waiting ones and estimates the seconds until each ends, two running at a time', async () => {
  const { positions } = positionsOf('quick-1', 'slow-2', 'quick-3', 'quick-4');
  expect(await positions.find('quick-1')).toEqual({ position: 1, etaSeconds: 3 });
  expect(await positions.find('slow-2')).toEqual({ position: 2, etaSeconds: 30 });
  expect(await positions.find('quick-3')).toEqual({ position: 3, etaSeconds: 6 });
  expect(await positions.find('quick-4')).toEqual({ position: 4, etaSeconds: 9 });
});

it('regards the running ones: they have no position, and their places become free after the rest of their time', async () => {
  const { positions, state } = positionsOf('quick-1', 'quick-2');
  state.running = [20, 25];
  expect(await positions.find('quick-1')).toEqual({ position: 1, etaSeconds: 8 });
  expect(await positions.find('quick-2')).toEqual({ position: 2, etaSeconds: 11 });
  expect(await positions.find('slow-0')).toBeUndefined();
});

it('reads the database once for all polls of a second', async () => {
  const { positions, state } = positionsOf('quick-1', 'quick-2');
  await Promise.all([positions.find('quick-1'), positions.find('quick-2')]);
  jest.advanceTimersByTime(1_000);
  await positions.find('quick-1');
  expect(state.reads).toBe(1);
  state.ids = ['quick-2'];
  jest.advanceTimersByTime(1);
  expect(await positions.find('quick-2')).toMatchObject({ position: 1 });
  expect(state.reads).toBe(2);
});

it('reads again for an unknown prediction, at most four times a second', async () => {
  const { positions, state } = positionsOf('quick-1');
  await positions.find('quick-1');
  state.ids = ['quick-1', 'quick-2'];
  jest.advanceTimersByTime(249);
  expect(await positions.find('quick-2')).toBeUndefined();
  expect(state.reads).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await positions.find('quick-2')).toMatchObject({ position: 2 });
  expect(state.reads).toBe(2);
});

it('reads again after a second although the wall clock has stepped back', async () => {
  const { positions, state } = positionsOf('quick-1', 'quick-2');
  await positions.find('quick-1');
  jest.setSystemTime(Date.now() - 3_600_000);
  jest.advanceTimersByTime(1_001);
  await positions.find('quick-1');
  expect(state.reads).toBe(2);
});

it('reads again after a read that failed', async () => {
  const { positions, state } = positionsOf('quick-1');
  state.response = Promise.reject(new Error('away'));
  await expect(positions.find('quick-1')).rejects.toThrow('away');
  state.response = Promise.resolve();
  expect(await positions.find('quick-1')).toMatchObject({ position: 1 });
});
