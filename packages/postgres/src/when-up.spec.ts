import { jest } from '@jest/globals';
import { whenUp } from './when-up.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('repeats the work until the database is back', async () => {
  let tries = 0;
  const result = whenUp(() => (++tries < 4 ? Promise.reject(refused()) : Promise.resolve('done')));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await result).toBe('done');
  expect(tries).toBe(4);
});

it('throws another error at once', async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(new Error('syntax error'));
  };
  await expect(whenUp(work)).rejects.toThrow('syntax error');
  expect(tries).toBe(1);
});

it('gives up after a minute', async () => {
  const result = whenUp(() => Promise.reject(refused()));
  const failure = expect(result).rejects.toThrow('ECONNREFUSED');
  await jest.advanceTimersByTimeAsync(61_000);
  await failure;
});

it('reports the wait at the first failure and then every ten seconds, and nothing else', async () => {
  const left: number[] = [];
  const note = (_error: unknown, leftMs: number) => left.push(Math.round(leftMs / 1000));
  await whenUp(() => Promise.resolve(), note);
  expect(left).toEqual([]);
  let tries = 0;
  await whenUp(() => {
    jest.advanceTimersByTime(5_000);
    return ++tries < 5 ? Promise.reject(refused()) : Promise.resolve();
  }, note);
  expect(left).toEqual([55, 45]);
});
