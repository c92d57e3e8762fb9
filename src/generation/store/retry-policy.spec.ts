import { hasCrashedTooOften, MAX_ATTEMPTS, retryDelayMs, throttleDelayMs } from './retry-policy.js';

describe('retry policy', () => {
  it('gives up after five attempts', () => {
    expect(retryDelayMs(MAX_ATTEMPTS, undefined, () => 0.5)).toBeNull();
    expect(retryDelayMs(MAX_ATTEMPTS - 1, undefined, () => 0.5)).not.toBeNull();
  });

  it('waits anything between nothing and a ceiling that doubles from one second', () => {
    const ceilings = [1, 2, 3, 4].map((errors) => retryDelayMs(errors, undefined, () => 0.999999));
    expect(ceilings).toEqual([1000, 2000, 4000, 8000]);
    expect(retryDelayMs(3, undefined, () => 0)).toBe(0);
  });

  it('waits at least as long as the engine asked', () => {
    expect(retryDelayMs(1, 30_000, () => 0)).toBe(30_000);
  });

  it('bounds what a throttling engine may ask for', () => {
    expect(throttleDelayMs(3_600_000, () => 0)).toBe(60_000);
  });

  it('waits as long as a throttling engine asks, two seconds when it does not say, and up to half a second more', () => {
    expect(throttleDelayMs(7_000, () => 0)).toBe(7_000);
    expect(throttleDelayMs(undefined, () => 0)).toBe(2_000);
    expect(throttleDelayMs(undefined, () => 0.5)).toBe(2_250);
    expect(throttleDelayMs(undefined, () => 0.999999)).toBe(2_500);
  });

  it.each([
    ['near many crashes, none of them alone', 19, 0, false],
    ['in five crashes, one of them alone', 5, 1, false],
    ['in five crashes, two of them alone', 5, 2, true],
    ['in three crashes alone', 4, 3, true],
    ['in twenty crashes', 20, 0, true],
  ])('ends what was %s: %s/%s %s', (_what, crashes, isolated_crashes, ends) => {
    expect(hasCrashedTooOften({ crashes, isolated_crashes })).toBe(ends);
  });
});
