import { priceText } from './entries';

describe('priceText', () => {
  it('adds the parts in a fixed order and names the fields that multiply', () => {
    const multipliers = { resolution: { '4k': 2 } };
    expect(priceText({ perSecond: 0.5, base: 1000, multipliers })).toBe(
      '1,000 per prediction + 0.5 per second, × resolution',
    );
  });

  it('shows a price without a part as 0', () => {
    expect(priceText({})).toBe('0');
  });
});
