import { jest } from '@jest/globals';
import type { Catalogue } from '../../catalogue/index.js';
import type { Database } from '../../database/index.js';
import { QueuePositions } from './queue-positions.js';

/** Creates positions over a database with these waiting predictions. */
function positionsOf(...ids: string[]) {
  const state = { reads: 0, running: '2', ids, response: Promise.resolve() };
  const database = {
    prepared: async () => {
      state.reads += 1;
      const rows = state.ids.map((id) => ({ id, model_key: id.split('-')[0]!, running: state.running }));
      await state.response;
      return rows;
    },
  };
  const seconds: Record<string, number> = { quick: 3, slow: 30 };
  const catalogue = {
    find: (key: string) => (key in seconds ? { typicalSeconds: seconds[key] } : undefined),
  };
  return {
    state,
    positions: new QueuePositions(database as unknown as Database, catalogue as unknown as Catalogue),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('estimates the seconds until the end: the model’s own and a share of the predictions ahead', async () => {
  const { positions } = positionsOf('quick-1', 'slow-2', 'quick-3', 'gone-4');
  expect(await positions.find('quick-1')).toEqual({ position: 1, etaSeconds: 3 });
  expect(await positions.find('slow-2')).toEqual({ position: 2, etaSeconds: 32 });
  expect(await positions.find('quick-3')).toEqual({ position: 3, etaSeconds: 20 });
  // A model that is no longer offered counts as one second.
  expect(await positions.find('gone-4')).toEqual({ position: 4, etaSeconds: 19 });
});

it('assumes one running prediction when none runs', async () => {
  const { positions, state } = positionsOf('quick-1', 'quick-2');
  state.running = '0';
  expect(await positions.find('quick-2')).toEqual({ position: 2, etaSeconds: 6 });
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
  expect(await positions.find('quick-2')).toEqual({ position: 2, etaSeconds: 5 });
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
