import { jest } from '@jest/globals';
import { Problem } from './problem';
import { retryAfter429 } from './retry-after-429';

const rejection = (seconds: number | null) =>
  new Problem(429, 'rate_limited', 'Too many.', [], null, seconds);
const never = new AbortController().signal;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('retrying after 429', () => {
  it('waits for Retry-After, reports the wait, and then succeeds', async () => {
    const act = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(rejection(7))
      .mockResolvedValueOnce('started');
    const onWait = jest.fn();
    const result = retryAfter429(act, onWait, never);
    await jest.advanceTimersByTimeAsync(6_999);
    expect(act).toHaveBeenCalledTimes(1);
    expect(onWait).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 7 }));
    await jest.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe('started');
    expect(onWait).toHaveBeenLastCalledWith(null);
  });

  it.each([
    ['another error', new Problem(402, 'insufficient_credits', 'No.')],
    ['a 429 without Retry-After', rejection(null)],
    ['a wait that is too long', rejection(3600)],
  ])('does not wait for %s', async (_what, problem) => {
    await expect(retryAfter429(() => Promise.reject(problem), jest.fn(), never)).rejects.toBe(problem);
  });

  it('stops waiting when the signal aborts', async () => {
    const control = new AbortController();
    const act = jest.fn<() => Promise<string>>().mockRejectedValue(rejection(30));
    const onWait = jest.fn();
    const result = retryAfter429(act, onWait, control.signal);
    const outcome = expect(result).rejects.toThrow('aborted');
    await jest.advanceTimersByTimeAsync(1_000);
    control.abort(new Error('aborted'));
    await outcome;
    expect(act).toHaveBeenCalledTimes(1);
    expect(onWait).toHaveBeenLastCalledWith(null);
  });
});
