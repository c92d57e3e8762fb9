import { jest } from '@jest/globals';
import { untilLetIn } from './patience';
import { Problem } from './problem';

const refusal = (seconds: number | null) => new Problem(429, 'rate_limited', 'Too many.', [], null, seconds);
const never = new AbortController().signal;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('waiting out a limit', () => {
  it('waits as long as the service asks, says so, and then succeeds', async () => {
    const act = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(refusal(7))
      .mockResolvedValueOnce('started');
    const told = jest.fn();
    const result = untilLetIn(act, told, never);
    await jest.advanceTimersByTimeAsync(6_999);
    expect(act).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ seconds: 7 }));
    await jest.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toBe('started');
    expect(told).toHaveBeenLastCalledWith(null);
  });

  it.each([
    ['another refusal', new Problem(402, 'insufficient_credits', 'No.')],
    ['a limit without a time', refusal(null)],
    ['a wait that nobody sits through', refusal(3600)],
  ])('does not wait for %s', async (_what, problem) => {
    await expect(untilLetIn(() => Promise.reject(problem), jest.fn(), never)).rejects.toBe(problem);
  });

  it('stops waiting when it is called off', async () => {
    const control = new AbortController();
    const act = jest.fn<() => Promise<string>>().mockRejectedValue(refusal(30));
    const told = jest.fn();
    const result = untilLetIn(act, told, control.signal);
    const outcome = expect(result).rejects.toThrow('called off');
    await jest.advanceTimersByTimeAsync(1_000);
    control.abort(new Error('called off'));
    await outcome;
    expect(act).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenLastCalledWith(null);
  });
});
