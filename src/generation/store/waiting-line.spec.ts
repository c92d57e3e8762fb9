import { jest } from '@jest/globals';
import type { Catalogue } from '../../catalogue/index.js';
import type { Database } from '../../database/index.js';
import { WaitingLine } from './waiting-line.js';

/** A line whose rows the test gives, and whose clock it sets. */
function lineOf(...ids: string[]) {
  const state = { looks: 0, running: '2', ids, answer: Promise.resolve() };
  const database = {
    prepared: async () => {
      state.looks += 1;
      const rows = state.ids.map((id) => ({ id, model_key: id.split('-')[0]!, running: state.running }));
      await state.answer;
      return rows;
    },
  };
  const seconds: Record<string, number> = { quick: 3, slow: 30 };
  const catalogue = {
    find: (key: string) => (key in seconds ? { typicalSeconds: seconds[key] } : undefined),
  };
  return {
    state,
    line: new WaitingLine(database as unknown as Database, catalogue as unknown as Catalogue),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('tells the place and the seconds until it is done: its own, and a share of those ahead', async () => {
  const { line } = lineOf('quick-1', 'slow-2', 'quick-3', 'gone-4');
  expect(await line.placeOf('quick-1')).toEqual({ position: 1, etaSeconds: 3 });
  expect(await line.placeOf('slow-2')).toEqual({ position: 2, etaSeconds: 32 });
  expect(await line.placeOf('quick-3')).toEqual({ position: 3, etaSeconds: 20 });
  // A model that is on offer no more is taken for a second of work.
  expect(await line.placeOf('gone-4')).toEqual({ position: 4, etaSeconds: 19 });
});

it('takes the line for one that moves when nothing runs', async () => {
  const { line, state } = lineOf('quick-1', 'quick-2');
  state.running = '0';
  expect(await line.placeOf('quick-2')).toEqual({ position: 2, etaSeconds: 6 });
});

it('asks the database once for all questions of a second', async () => {
  const { line, state } = lineOf('quick-1', 'quick-2');
  await Promise.all([line.placeOf('quick-1'), line.placeOf('quick-2')]);
  jest.advanceTimersByTime(1_000);
  await line.placeOf('quick-1');
  expect(state.looks).toBe(1);
  state.ids = ['quick-2'];
  jest.advanceTimersByTime(1);
  expect(await line.placeOf('quick-2')).toMatchObject({ position: 1 });
  expect(state.looks).toBe(2);
});

it('looks again for one that it does not know, but not more than four times a second', async () => {
  const { line, state } = lineOf('quick-1');
  await line.placeOf('quick-1');
  state.ids = ['quick-1', 'quick-2'];
  jest.advanceTimersByTime(249);
  expect(await line.placeOf('quick-2')).toBeUndefined();
  expect(state.looks).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await line.placeOf('quick-2')).toEqual({ position: 2, etaSeconds: 5 });
  expect(state.looks).toBe(2);
});

it('looks again after a second although the wall clock has stepped back', async () => {
  const { line, state } = lineOf('quick-1', 'quick-2');
  await line.placeOf('quick-1');
  jest.setSystemTime(Date.now() - 3_600_000);
  jest.advanceTimersByTime(1_001);
  await line.placeOf('quick-1');
  expect(state.looks).toBe(2);
});

it('looks again after a look that failed', async () => {
  const { line, state } = lineOf('quick-1');
  state.answer = Promise.reject(new Error('away'));
  await expect(line.placeOf('quick-1')).rejects.toThrow('away');
  state.answer = Promise.resolve();
  expect(await line.placeOf('quick-1')).toMatchObject({ position: 1 });
});
