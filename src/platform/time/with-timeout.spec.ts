import { jest } from '@jest/globals';
import { withTimeout } from './with-timeout.js';

const MINUTE_MS = 60_000;
const pending = () => new Promise<never>(() => undefined);

describe('withTimeout', () => {
  const createError = jest.fn(() => new Error('late'));
  beforeEach(() => {
    createError.mockClear();
    jest.useFakeTimers();
  });
  afterEach(() => void jest.useRealTimers());

  it('returns the result of work that ends in time, and keeps no timer', async () => {
    await expect(withTimeout(MINUTE_MS, Promise.resolve(1), createError)).resolves.toBe(1);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(createError).not.toHaveBeenCalled();
  });

  it('throws the error of work that fails in time, and keeps no timer', async () => {
    const failing = withTimeout(MINUTE_MS, Promise.reject(new Error('failed')), createError);
    await expect(failing).rejects.toThrow('failed');
    jest.advanceTimersByTime(MINUTE_MS);
    expect(createError).not.toHaveBeenCalled();
  });

  it('throws the given error when the work takes longer', async () => {
    const waiting = withTimeout(MINUTE_MS, pending(), () => new Error('late'));
    const expected = expect(waiting).rejects.toThrow('late');
    jest.advanceTimersByTime(MINUTE_MS);
    await expected;
  });

  it('names the time by default', async () => {
    const expected = expect(withTimeout(MINUTE_MS, pending())).rejects.toThrow('not done within 60000 ms');
    jest.advanceTimersByTime(MINUTE_MS);
    await expected;
  });

  it('ignores an error after the time', async () => {
    let fail = (_error: Error): void => undefined;
    const work = new Promise<never>((_resolve, reject) => (fail = reject));
    const expected = expect(withTimeout(MINUTE_MS, work, () => new Error('late'))).rejects.toThrow('late');
    jest.advanceTimersByTime(MINUTE_MS);
    await expected;
    // Node.js ends a process with an unhandled rejection.
    fail(new Error('too late'));
    await work.catch(() => undefined);
  });
});
