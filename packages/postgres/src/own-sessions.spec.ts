import type { Pool } from 'pg';
import { requireOwnSessions } from './own-sessions.js';
import { SetupError } from './setup-error.js';

const MESSAGE = 'The address leads to a pooler in transaction mode.';

type Mode = 'session' | 'transaction' | 'statement';

/** Fakes a pooler with `servers` sessions; `next` chooses which free session a connection gets. */
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
  ['the session that became free last', last],
  ['the session that was free longest', first],
])('accepts a direct connection or a pooler in session mode that uses %s', async (_which, next) => {
  const { pool, released } = poolerOf('session', 4, next);
  await expect(requireOwnSessions(pool, MESSAGE)).resolves.toBeUndefined();
  expect(released()).toBe(2);
});

it.each<[Mode, number, string, (free: number[]) => number]>([
  ['transaction', 2, 'the session that became free last', last],
  ['transaction', 20, 'the session that became free last', last],
  ['transaction', 2, 'the session that was free longest', first],
  ['transaction', 3, 'the session that was free longest', first],
  ['transaction', 20, 'the session that was free longest', first],
  ['statement', 20, 'the session that became free last', last],
])('rejects a pooler in %s mode with %d sessions that uses %s', async (mode, servers, _which, next) => {
  const { pool, released } = poolerOf(mode, servers, next);
  await expect(requireOwnSessions(pool, MESSAGE)).rejects.toThrow(new SetupError(MESSAGE));
  expect(released()).toBe(2);
});

it('rejects with an error of the database', async () => {
  const broken = {
    connect: () =>
      Promise.resolve({ query: () => Promise.reject(new Error('away')), release: () => undefined }),
  };
  await expect(requireOwnSessions(broken as unknown as Pool, MESSAGE)).rejects.toThrow('away');
});
