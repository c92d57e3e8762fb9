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

  it('throws for a number that is not an amount', () => {
    for (const wrong of [0.0001, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(() => fromCredits(wrong)).toThrow(RangeError);
    }
  });

  it('names the rejected amount in the error', () => {
    expect(() => fromCredits(0.0001)).toThrow('0.0001 is not an amount of credits with at most 3 decimals');
  });

  it('does not round to the nearest thousandth, on either side', () => {
    for (const wrong of [0.001001, 0.000999, -0.001001, -0.000999, 0.0000001]) {
      expect(() => fromCredits(wrong)).toThrow(RangeError);
    }
  });

  it('tolerates the rounding error of a sum of floats', () => {
    expect(fromCredits(0.1 + 0.2)).toBe(300n);
  });
});
