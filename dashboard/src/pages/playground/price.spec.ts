import { multiplierTexts, priceText } from './price';

describe('the price of a model', () => {
  it.each([
    [{ base: 2 }, '2 credits'],
    [{ base: 1 }, '1 credit'],
    [{ base: 1, perMegapixel: 2 }, '1 credit + 2 per megapixel'],
    [{ base: 0.5, perThousandCharacters: 4 }, '0.5 credits + 4 per 1,000 characters'],
    [{ perSecond: 0.1 }, '0.1 credits per second'],
    [{ base: 6, multipliers: { scale: { '4': 2 } } }, 'from 6 credits'],
    [{}, 'free'],
  ])('%j is “%s”', (pricing, text) => {
    expect(priceText(pricing)).toBe(text);
  });

  it('names field and value of each multiplier', () => {
    expect(
      multiplierTexts({ base: 4, multipliers: { resolution: { '720p': 2 }, scale: { '4': 1.5 } } }),
    ).toEqual(['× 2 at resolution 720p', '× 1.5 at scale 4']);
    expect(multiplierTexts({ base: 4 })).toEqual([]);
  });
});
