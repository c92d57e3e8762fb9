import { fromCredits, toCredits } from './amount.js';

describe('amounts of credits', () => {
  it('round trips every amount with three decimals', () => {
    for (const credits of [0, 0.001, 0.1, 0.3, 1, 1.005, 12.345, 999_999_999.999]) {
      expect(toCredits(fromCredits(credits))).toBe(credits);
    }
  });

  it('adds without drift where floats would drift', () => {
    const tenth = fromCredits(0.1);
    expect(toCredits(tenth + tenth + tenth)).toBe(0.3);
  });

  it('refuses what is not an amount', () => {
    for (const wrong of [0.0001, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(() => fromCredits(wrong)).toThrow(RangeError);
    }
  });

  it('names the amount that it refuses', () => {
    expect(() => fromCredits(0.0001)).toThrow('0.0001 is not an amount of credits with at most 3 decimals');
  });

  it('refuses what could be taken for the nearest thousandth, on either side', () => {
    for (const wrong of [0.001001, 0.000999, -0.001001, -0.000999, 0.0000001]) {
      expect(() => fromCredits(wrong)).toThrow(RangeError);
    }
  });

  it('takes what a sum of floats is off by', () => {
    expect(fromCredits(0.1 + 0.2)).toBe(300n);
  });
});
