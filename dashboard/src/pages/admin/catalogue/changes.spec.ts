import { changedFields, leavesOf, valuesOf } from './changes';

const MODEL = { title: 'Image', enabled: true, pricing: { base: 1, multipliers: { scale: { '4': 2 } } } };

describe('changedFields', () => {
  it('keeps what differs, and an object whole', () => {
    const pricing = { base: 1.5, multipliers: { scale: { '4': 2 } } };
    expect(changedFields(MODEL, { title: 'Image', enabled: false, pricing })).toEqual({
      enabled: false,
      pricing,
    });
  });

  it('is empty when only the order of keys differs, or nothing stands for nothing', () => {
    const pricing = { multipliers: { scale: { '4': 2 } }, base: 1 };
    expect(changedFields({ ...MODEL, description: null }, { pricing, description: null })).toEqual({});
  });

  it('sees a value that is taken away', () => {
    expect(changedFields({ maxRateLimit: 60 }, { maxRateLimit: null })).toEqual({ maxRateLimit: null });
  });
});

describe('valuesOf', () => {
  it('lists old and new values by path', () => {
    expect(valuesOf(MODEL, { pricing: { base: 2, perSecond: 0.5 }, models: ['a', 'b'] })).toEqual([
      { field: 'pricing.base', before: '1', after: '2' },
      { field: 'pricing.multipliers.scale.4', before: '2', after: null },
      { field: 'pricing.perSecond', before: null, after: '0.5' },
      { field: 'models', before: null, after: 'a, b' },
    ]);
  });
});

describe('leavesOf', () => {
  it('names lists of objects by their content', () => {
    expect([...leavesOf([{ provider: 'fal', enabled: false }], 'routes')]).toEqual([
      ['routes', '{"provider":"fal","enabled":false}'],
    ]);
  });
});
