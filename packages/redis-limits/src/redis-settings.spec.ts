import { ConfigError } from 'offprint';
import { readSettings } from './redis-settings.js';

const REDIS_URL = 'redis://127.0.0.1:6379';
const read = (variables: Record<string, string>) => readSettings((name) => variables[name] ?? null);
const problemsOf = (variables: Record<string, string>) => {
  try {
    read({ REDIS_URL, ...variables });
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

it('needs only a URL, and fails closed', () => {
  expect(read({ REDIS_URL })).toEqual({ url: REDIS_URL, prefix: 'offprint:', onFailure: 'closed' });
});

it.each(['rediss://user:p%40ss@cache.example:6380/3', 'redis://:secret@[::1]', 'redis://valkey/'])(
  'takes %s',
  (url) => expect(problemsOf({ REDIS_URL: url })).toEqual([]),
);

it.each([
  [{ REDIS_URL: '' }, /^REDIS_URL must be a redis/],
  [{ REDIS_URL: 'http://127.0.0.1:6379' }, /^REDIS_URL must be a redis/],
  [{ REDIS_URL: 'redis://127.0.0.1/queue' }, /^REDIS_URL must be a redis/],
  [{ REDIS_PREFIX: 'a b' }, /^REDIS_PREFIX must be 1 to 60/],
  [{ REDIS_PREFIX: 'x'.repeat(61) }, /^REDIS_PREFIX must be 1 to 60/],
  [{ REDIS_LIMITS_ON_FAILURE: 'maybe' }, 'REDIS_LIMITS_ON_FAILURE must be closed or open'],
])('stops the start with one sentence for %j', (variables, problem) => {
  const problems = problemsOf(variables);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

it('names every wrong setting, and shows no value', () => {
  const secret = 'secret-of-the-test';
  const problems = problemsOf({ REDIS_URL: `http://:${secret}@redis`, REDIS_LIMITS_ON_FAILURE: secret });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain(secret);
});
