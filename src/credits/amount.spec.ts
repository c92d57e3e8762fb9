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
});
