import { jest } from '@jest/globals';
import { PacedRead } from './paced-read.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function attempts() {
  const paced = new PacedRead();
  return async (milliseconds: number) => {
    const found = await paced.run(() => {
      jest.advanceTimersByTime(milliseconds);
      return Promise.resolve(true);
    });
    return found === true;
  };
}

it('runs whenever it is asked while one of the last three runs was fast', async () => {
  const attempt = attempts();
  for (const ms of [400, 400, 19, 400, 400, 0, 400]) expect(await attempt(ms)).toBe(true);
});

it('pauses for fifty times the shortest of three slow runs, until a fast one', async () => {
  const attempt = attempts();
  for (const ms of [900, 100, 300]) expect(await attempt(ms)).toBe(true);
  jest.advanceTimersByTime(4_999);
  expect(await attempt(0)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await attempt(5)).toBe(true);
  expect(await attempt(100)).toBe(true);
});

it('never pauses longer than thirty seconds', async () => {
  const attempt = attempts();
  for (const ms of [2_000, 2_000, 2_000]) expect(await attempt(ms)).toBe(true);
  jest.advanceTimersByTime(30_000);
  expect(await attempt(2_000)).toBe(true);
  expect(await attempt(2_000)).toBe(false);
});

it('does not count a run that failed', async () => {
  const paced = new PacedRead();
  const fail = () => {
    jest.advanceTimersByTime(2_500);
    return Promise.reject(new Error('away'));
  };
  for (let run = 0; run < 5; run += 1) await expect(paced.run(fail)).rejects.toThrow('away');
});
