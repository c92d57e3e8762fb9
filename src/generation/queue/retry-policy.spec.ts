import { hasCrashedTooOften, MAX_ATTEMPTS, retryDelayMs, throttleDelayMs } from './retry-policy.js';

describe('retry policy', () => {
  it('gives up after five attempts', () => {
    expect(retryDelayMs(MAX_ATTEMPTS, undefined, () => 0.5)).toBeNull();
    expect(retryDelayMs(MAX_ATTEMPTS - 1, undefined, () => 0.5)).not.toBeNull();
  });

  it('waits between zero and a ceiling that doubles from one second', () => {
    const ceilings = [1, 2, 3, 4].map((errors) => retryDelayMs(errors, undefined, () => 0.999999));
    expect(ceilings).toEqual([1000, 2000, 4000, 8000]);
    expect(retryDelayMs(3, undefined, () => 0)).toBe(0);
  });

  it('waits at least as long as the engine asks', () => {
    expect(retryDelayMs(1, 30_000, () => 0)).toBe(30_000);
  });

  it('bounds the wait that a throttling engine asks for', () => {
    expect(throttleDelayMs(3_600_000, () => 0)).toBe(60_000);
  });

  it('waits as long as a throttling engine asks, two seconds by default, plus up to half a second of jitter', () => {
    expect(throttleDelayMs(7_000, () => 0)).toBe(7_000);
    expect(throttleDelayMs(undefined, () => 0)).toBe(2_000);
    expect(throttleDelayMs(undefined, () => 0.5)).toBe(2_250);
    expect(throttleDelayMs(undefined, () => 0.999999)).toBe(2_500);
  });

  it.each([
    ['19 crashes, none isolated', 19, 0, false],
    ['five crashes, one isolated', 5, 1, false],
    ['five crashes, two isolated', 5, 2, true],
    ['three isolated crashes', 4, 3, true],
    ['twenty crashes', 20, 0, true],
  ])('fails a prediction after %s: %s/%s %s', (_name, crashes, isolated_crashes, fails) => {
    expect(hasCrashedTooOften({ crashes, isolated_crashes })).toBe(fails);
  });
});
