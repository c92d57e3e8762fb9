import { jest } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { waitForLock } from './advisory-lock.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function sessionOf(...results: boolean[]) {
  const query = jest.fn((_text: string, _values: unknown[]) =>
    Promise.resolve({ records: [{ locked: results.shift()! }] }),
  );
  return { query, session: { query, isReleased: false } as unknown as QueryRunner & { isReleased: boolean } };
}

it('tries until the lock is free, in statements that end', async () => {
  const { query, session } = sessionOf(false, false, true);
  const done = waitForLock(session, 7, 'lock of the test');
  await jest.advanceTimersByTimeAsync(200);
  await done;
  expect(query.mock.calls.map(([, values]) => values)).toEqual([[7], [7], [7]]);
});

it('rejects when its session has ended meanwhile', async () => {
  const { query, session } = sessionOf(false);
  const failed = expect(waitForLock(session, 7, 'lock of the test')).rejects.toThrow(
    'Connection terminated while waiting for the lock of the test',
  );
  Object.assign(session, { isReleased: true });
  await jest.advanceTimersByTimeAsync(100);
  await failed;
  expect(query).toHaveBeenCalledTimes(1);
});
