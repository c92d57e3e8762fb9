import { priceOf } from './price.js';

describe('priceOf', () => {
  it('adds the parts and applies every multiplier', () => {
    const pricing = { base: 1, perSecond: 0.5, multipliers: { scale: { '4': 2 }, sound: { true: 1.5 } } };
    expect(priceOf(pricing, { duration: 4, scale: 4, sound: true })).toBe(9000n);
    expect(priceOf(pricing, { duration: 4, scale: 2, sound: false })).toBe(3000n);
  });

  it('prices pixels by the longest edge and the aspect ratio', () => {
    expect(priceOf({ perMegapixel: 1 }, { resolution: 1000, aspectRatio: '1:1' })).toBe(1000n);
    expect(priceOf({ perMegapixel: 1 }, { resolution: 2000, aspectRatio: '4:1' })).toBe(1000n);
    expect(priceOf({ perMegapixel: 1 }, { width: 1000, height: 500 })).toBe(500n);
    expect(priceOf({ perMegapixel: 1 }, { resolution: 1000, aspectRatio: 'same' })).toBe(1000n);
    expect(priceOf({ perMegapixel: 1 }, { resolution: 1000 })).toBe(1000n);
  });

  it('counts characters as people do', () => {
    expect(priceOf({ perThousandCharacters: 2 }, { prompt: 'é🎨'.repeat(250) })).toBe(1000n);
  });

  it('rounds up to a thousandth, and never up from float dust', () => {
    expect(priceOf({ perSecond: 0.1 }, { duration: 3 })).toBe(300n);
    expect(priceOf({ perThousandCharacters: 1 }, { prompt: 'a' })).toBe(1n);
    expect(priceOf({ base: 0 }, {})).toBe(0n);
  });
});
