import { accentsFrom } from './accents.js';

const FRAME = 1 / 24;

describe('accents', () => {
  it('peak on the onset, and not before or after it', () => {
    const { pulse } = accentsFrom([1, 2]);
    expect(pulse(1)).toBe(1);
    expect(pulse(1 - FRAME)).toBeLessThan(0.6);
    expect(pulse(1 - 3 * FRAME)).toBe(0);
    expect(pulse(1 + FRAME)).toBeLessThan(1);
    expect(pulse(1.9)).toBeLessThan(0.1);
  });

  it('nudge heavy things only after the onset', () => {
    const { nudge } = accentsFrom([1]);
    expect(nudge(1)).toBe(0);
    expect(nudge(1.13)).toBeCloseTo(1, 2);
    expect(nudge(2)).toBeLessThan(0.02);
  });

  it('keep a minimum gap, so that they do not flicker', () => {
    const { times } = accentsFrom([0, 0.1, 0.2, 0.5, 0.6, 1.4].reverse());
    expect(times).toEqual([0, 0.5, 1.4]);
  });

  it('are zero without sound', () => {
    const { pulse, nudge } = accentsFrom([]);
    expect([pulse(0), nudge(1)]).toEqual([0, 0]);
  });
});
