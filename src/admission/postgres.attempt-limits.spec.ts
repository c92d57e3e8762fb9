import type { Database } from '../database/index.js';
import { PostgresAttemptLimits } from './postgres.attempt-limits.js';

const LIMIT = { name: 'trial', limit: 2, windowMs: 60_000 };

/** Limits whose database returns these answers, one statement after the other. */
function limitsWith(...answers: (object[] | Error)[]) {
  const keys: string[] = [];
  const database = {
    prepared: async (_name: string, _statement: string, [key]: [Buffer]) => {
      keys.push(key.toString('hex'));
      const answer = answers.shift();
      if (!answer) throw new Error('one statement too many');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { limits: new PostgresAttemptLimits(database as unknown as Database), keys };
}
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('counts with one statement, under a key that shows neither limit nor subject', async () => {
  const { limits, keys } = limitsWith([{ used: 1, seconds: 0 }], [{ used: 1, seconds: 0 }]);
  expect(await limits.count(LIMIT, 'ada@example.com')).toEqual({ used: 1, retryAfterSeconds: 0 });
  await limits.count({ ...LIMIT, name: 'other' }, 'ada@example.com');
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

it('refuses a subject whose window is full without another statement', async () => {
  const { limits } = limitsWith([{ used: 2, seconds: 30 }]);
  expect(await limits.count(LIMIT, 'one')).toEqual({ used: 2, retryAfterSeconds: 30 });
  expect(await limits.count(LIMIT, 'one')).toEqual({ used: 2, retryAfterSeconds: 30 });
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
});

it('remembers a full window that it has only read', async () => {
  const { limits } = limitsWith([{ seconds: 30 }], []);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBe(30);
  expect(await limits.retryAfterSeconds(LIMIT, 'two')).toBe(0);
});

it('counts in this process while the database is unavailable, and one statement finds that out', async () => {
  const { limits, keys } = limitsWith(away());
  for (let i = 0; i < 2; i++) expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBe(0);
  expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBeGreaterThan(0);
  expect(await limits.retryAfterSeconds(LIMIT, 'one')).toBeGreaterThan(0);
  expect(await limits.retryAfterSeconds(LIMIT, 'two')).toBe(0);
  expect(keys).toHaveLength(1);
});

it('an outage gives a subject no fresh window: this process has counted along', async () => {
  const { limits } = limitsWith([{ used: 1, seconds: 0 }], [{ used: 2, seconds: 0 }], away());
  for (let i = 0; i < 2; i++) expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBe(0);
  expect((await limits.count(LIMIT, 'one')).retryAfterSeconds).toBeGreaterThan(0);
  expect((await limits.count(LIMIT, 'two')).retryAfterSeconds).toBe(0);
});

it('hides no error of a statement that is wrong', async () => {
  const { limits } = limitsWith(new Error('syntax error'));
  await expect(limits.count(LIMIT, 'one')).rejects.toThrow('syntax error');
});
