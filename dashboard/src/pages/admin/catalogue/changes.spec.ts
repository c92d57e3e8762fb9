import { changedFields, leavesOf, valuesOf } from './changes';

const MODEL = { title: 'Image', enabled: true, pricing: { base: 1, multipliers: { scale: { '4': 2 } } } };
const route = (provider: string, enabled = true) => ({ provider, enabled });

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

  it('sees another order of routes, and a route that is switched off', () => {
    const before = { routes: [route('fal'), route('luma')] };
    expect(changedFields(before, { routes: [route('fal'), route('luma')] })).toEqual({});
    for (const routes of [
      [route('luma'), route('fal')],
      [route('fal'), route('luma', false)],
    ])
      expect(changedFields(before, { routes })).toEqual({ routes });
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

  it('lists the routes in their order, and what an engine no longer costs', () => {
    const before = { engineCost: { perCredit: 0.5 }, routes: [route('fal'), route('luma')] };
    expect(valuesOf(before, { engineCost: null, routes: [route('luma', false), route('fal')] })).toEqual([
      { field: 'engineCost.perCredit', before: '0.5', after: null },
      { field: 'routes', before: 'fal, luma', after: 'luma (off), fal' },
    ]);
  });
});

describe('leavesOf', () => {
  it('writes the routes of a model as the engines in their order', () => {
    expect([...leavesOf([{ provider: 'fal', enabled: false }, { provider: 'luma' }], 'routes')]).toEqual([
      ['routes', 'fal (off), luma'],
    ]);
  });

  it('writes other lists of objects, and an empty list, by their content', () => {
    expect([...leavesOf([{ provider: 'fal', model: 'a' }], 'list')]).toEqual([
      ['list', '{"provider":"fal","model":"a"}'],
    ]);
    expect([...leavesOf([], 'list')]).toEqual([['list', '']]);
  });
});
