import type { Pool } from 'pg';
import { requireOwnSessions } from './own-sessions.js';
import { SetupError } from './setup-error.js';

type Mode = 'session' | 'transaction' | 'statement';

/** Two connections through a pooler with so many server sessions, which hands out the one `next` picks of those that are free. */
function poolerOf(mode: Mode, servers: number, next: (free: number[]) => number) {
  const free = Array.from({ length: servers }, (_, at) => 100 + at);
  const take = () => {
    const pid = next(free);
    free.splice(free.indexOf(pid), 1);
    return pid;
  };
  let released = 0;
  const connect = () => {
    let held = mode === 'session' ? take() : null;
    const query = ({ text }: { text: string }) => {
      if (mode === 'statement' && text === 'begin')
        return Promise.reject(new Error('transaction blocks not allowed in statement pooling mode'));
      held ??= take();
      const pid = held;
      const isOver = text !== 'begin' && (text === 'rollback' || !inTransaction);
      if (text === 'begin') inTransaction = true;
      if (text === 'rollback') inTransaction = false;
      if (mode !== 'session' && isOver) {
        free.push(pid);
        held = null;
      }
      return Promise.resolve({ rows: [{ pid }] });
    };
    let inTransaction = false;
    return Promise.resolve({ query, release: () => (released += 1) });
  };
  return { pool: { connect } as unknown as Pool, released: () => released };
}

const last = (free: number[]) => free.at(-1)!;
const first = (free: number[]) => free[0]!;

it.each([
  ['the last one that became free', last],
  ['the one that was free longest', first],
])('lets a direct connection or a pooler in session mode pass that hands out %s', async (_which, next) => {
  const { pool, released } = poolerOf('session', 4, next);
  await expect(requireOwnSessions(pool)).resolves.toBeUndefined();
  expect(released()).toBe(2);
});

it.each<[Mode, number, string, (free: number[]) => number]>([
  ['transaction', 2, 'the last one that became free', last],
  ['transaction', 20, 'the last one that became free', last],
  ['transaction', 2, 'the one that was free longest', first],
  ['transaction', 3, 'the one that was free longest', first],
  ['transaction', 20, 'the one that was free longest', first],
  ['statement', 20, 'the last one that became free', last],
])('refuses a pooler in %s mode with %d sessions that hands out %s', async (mode, servers, _which, next) => {
  const { pool, released } = poolerOf(mode, servers, next);
  await expect(requireOwnSessions(pool)).rejects.toThrow(SetupError);
  expect(released()).toBe(2);
});

it('lets an error of the database through', async () => {
  const broken = {
    connect: () =>
      Promise.resolve({ query: () => Promise.reject(new Error('away')), release: () => undefined }),
  };
  await expect(requireOwnSessions(broken as unknown as Pool)).rejects.toThrow('away');
});
