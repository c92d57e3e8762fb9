import type { Database, Runnable } from '../../platform/database/index.js';
import { IsolatedProgram } from './isolated-program.js';
import { PredictionQueue } from './prediction.queue.js';

/** @param held fences by prediction id. */
function queueOf(held: Record<string, number>) {
  const statements: { id: string; fence: number }[][] = [];
  const database = {
    run: (_statement: Runnable<object, object>, given: { leases: string }) => {
      const leases = JSON.parse(given.leases) as { id: string; fence: number }[];
      statements.push(leases);
      const ours = leases.filter(({ id, fence }) => held[id] === fence);
      return Promise.resolve(ours.map(({ id, fence }) => ({ id, attempts: fence * 10 })));
    },
  };
  const queue = new PredictionQueue(database as unknown as Database, new IsolatedProgram(null));
  return { statements, queue };
}

it('writes the intents of steps that begin together with one statement, in the order of their ids', async () => {
  const { statements, queue } = queueOf({ a: 1, b: 2, c: 3 });
  const leases = [
    { id: 'c', fence: 3 },
    { id: 'a', fence: 1 },
    { id: 'b', fence: 2 },
  ];
  expect(await Promise.all(leases.map((lease) => queue.begin(lease)))).toEqual([30, 10, 20]);
  expect(statements).toEqual([
    [
      { id: 'a', fence: 1 },
      { id: 'b', fence: 2 },
      { id: 'c', fence: 3 },
    ],
  ]);
});

it('returns null for a lost lease, and the numbers of the attempts for the others', async () => {
  const { queue } = queueOf({ a: 1, b: 7 });
  const leases = [
    { id: 'a', fence: 1 },
    { id: 'b', fence: 6 },
    { id: 'gone', fence: 1 },
  ];
  expect(await Promise.all(leases.map((lease) => queue.begin(lease)))).toEqual([10, null, null]);
});

it('writes no more than 400 intents with one statement', async () => {
  const { statements, queue } = queueOf({});
  await Promise.all(Array.from({ length: 401 }, (_, i) => queue.begin({ id: `p${i}`, fence: 1 })));
  expect(statements.map(({ length }) => length)).toEqual([400, 1]);
});
