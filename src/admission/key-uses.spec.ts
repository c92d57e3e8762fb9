import { SchedulerRegistry } from '@nestjs/schedule';
import type { Database, Runnable } from '../platform/database/index.js';
import { KeyUses } from './key-uses.js';

/** Creates counters whose database has rows of these keys, creates others when asked to, and fails while `isAway`. */
function createUses(rows: string[]) {
  const state = { isAway: false, statements: [] as unknown[][], written: new Map<string, number>() };
  const known = new Set(rows.map((key) => `key:${key}`));
  const run = (statement: Runnable<object, object>, given: object) => {
    const values = statement.bind(given).values as unknown[][];
    state.statements.push(values);
    if (state.isAway) return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const [subjects, requests] = values as [string[], number[] | undefined];
    if (!requests) {
      for (const subject of subjects) known.add(subject);
      return Promise.resolve([]);
    }
    const found = subjects.filter((subject) => known.has(subject));
    for (const subject of found)
      state.written.set(subject, (state.written.get(subject) ?? 0) + requests[subjects.indexOf(subject)]!);
    return Promise.resolve(found.map((subject) => ({ subject })));
  };
  const registry = new SchedulerRegistry();
  const uses = new KeyUses({ run } as unknown as Database, registry);
  uses.onApplicationBootstrap();
  return { uses, state, registry };
}

it('adds the requests of each key in one statement, and nothing when there were none', async () => {
  const { uses, state } = createUses(['a', 'b']);
  for (const key of ['a', 'b', 'a', 'a']) uses.count(`key:${key}`);
  await uses.flush();
  await uses.flush();
  expect(state.statements).toHaveLength(1);
  expect(Object.fromEntries(state.written)).toEqual({ 'key:a': 3, 'key:b': 1 });
  await uses.beforeApplicationShutdown();
});

it('creates the row of a key that has none', async () => {
  const { uses, state } = createUses(['a']);
  for (const key of ['a', 'new', 'new']) uses.count(`key:${key}`);
  await uses.flush();
  expect(Object.fromEntries(state.written)).toEqual({ 'key:a': 1, 'key:new': 2 });
  await uses.beforeApplicationShutdown();
});

it('keeps what a failed statement did not write, and adds it to what has come since', async () => {
  const { uses, state } = createUses(['a', 'b']);
  for (const key of ['a', 'b']) uses.count(`key:${key}`);
  state.isAway = true;
  await expect(uses.flush()).rejects.toThrow('gone');
  uses.count('key:a');
  state.isAway = false;
  await uses.flush();
  expect(Object.fromEntries(state.written)).toEqual({ 'key:a': 2, 'key:b': 1 });
  await uses.beforeApplicationShutdown();
});

it('a stop writes the rest and ends the round', async () => {
  const { uses, state, registry } = createUses(['a']);
  expect(registry.getIntervals()).toEqual(['key-uses']);
  uses.count('key:a');
  await uses.beforeApplicationShutdown();
  expect(Object.fromEntries(state.written)).toEqual({ 'key:a': 1 });
  expect(registry.getIntervals()).toEqual([]);
});

it('many keys are written at once, and their number is bounded while the database is away', async () => {
  const { uses, state } = createUses([]);
  state.isAway = true;
  for (let key = 0; key < 10_000; key += 1) uses.count(`key:k${key}`);
  expect(state.statements).toHaveLength(1);
  // The failed statement's keys come back beside these, up to the bound.
  for (let key = 10_000; key < 30_000; key += 1) uses.count(`key:k${key}`);
  await expect(uses.flush()).rejects.toThrow('gone');
  state.isAway = false;
  await uses.flush();
  const writes = state.statements.filter((values) => values.length === 3).slice(2);
  expect(state.written.size).toBe(20_000);
  expect(Math.max(...writes.map(([subjects]) => (subjects as string[]).length))).toBe(1_000);
  await uses.beforeApplicationShutdown();
});
