import type { Database, Runnable } from '../platform/database/index.js';
import { PostgresAttemptLimits } from './postgres.attempt-limits.js';

const LIMIT = { name: 'trial', limit: 2, windowMs: 60_000 };

/** Creates limits whose database returns these results, one per statement. */
function createLimits(...results: (object[] | Error)[]) {
  const keys: string[] = [];
  const database = {
    run: async (statement: Runnable<object, object>, given: object) => {
      keys.push((statement.bind(given).values[0] as Buffer).toString('hex'));
      const result = results.shift();
      if (!result) throw new Error('unexpected statement');
      if (result instanceof Error) throw result;
      return result;
    },
  };
  return { limits: new PostgresAttemptLimits(database as unknown as Database), keys };
}
const unavailable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('counts with one statement, under a hash of limit and subject', async () => {
  const { limits, keys } = createLimits([{ used: 1, seconds: 0 }], [{ used: 1, seconds: 0 }]);
  expect(await limits.count(LIMIT, 'ada@example.com')).toEqual({ used: 1, retryAfterSeconds: 0 });
  await limits.count({ ...LIMIT, name: 'other' }, 'ada@example.com');
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it('rejects a subject with a full window without another statement', async () => {
  const { limits } = createLimits([{ used: 2, seconds: 30 }]);
  expect(await limits.count(LIMIT, 'one')).toEqual({ used: 2, retryAfterSeconds: 30 });
  expect(await limits.count(LIMIT, 'one')).toEqual({ used: 2, retryAfterSeconds: 30 });
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
});

it('caches a full window that it has only read', async () => {
  const { limits } = createLimits([{ seconds: 30 }], []);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
  expect(await limits.retryAfterSeconds(LIMIT, 'two')).toBe(0);
});

it('counts in memory while the database is unavailable, after one failed statement', async () => {
  const { limits, keys } = createLimits(unavailable());
  for (let i = 0; i < 2; i++) expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBe(0);
  expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBeGreaterThan(0);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBeGreaterThan(0);
  expect(await limits.retryAfterSeconds(LIMIT, 'two')).toBe(0);
  expect(keys).toHaveLength(1);
});

it('keeps the attempts of this process when the database becomes unavailable', async () => {
  const { limits } = createLimits([{ used: 1, seconds: 0 }], [{ used: 2, seconds: 0 }], unavailable());
  for (let i = 0; i < 2; i++) expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBe(0);
  expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBeGreaterThan(0);
  expect((await limits.count(LIMIT, 'two')).retryAfterSeconds).toBe(0);
});

it('throws other errors of a statement', async () => {
  const { limits } = createLimits(new Error('syntax error'));
  await expect(limits.count(LIMIT, 'one')).rejects.toThrow('syntax error');
});
