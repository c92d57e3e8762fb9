import { expiryProblem, KEY_RULES } from './key-rules';
import { changesOf, type KeyValues, NEW_KEY, newKeyOf, valuesOf } from './key-values';
import type { KeyRecord } from './useKeys';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

const KEY: KeyRecord = {
  id: 'key_1',
  name: 'Production',
  masked: 'of_test_************1a2b',
  prefix: 'of_test',
  scopes: ['write'],
  rateLimit: 60,
  requests: 3,
  lastUsedAt: null,
  revokedAt: null,
  expiresAt: '2027-01-31T09:30:00.123Z',
  spendLimit: { credits: 12.5, period: 'day' },
  spent: { credits: 1, periodEndsAt: null },
  allowedModels: ['embedded-image'],
  allowedIps: ['203.0.113.7', '2001:db8::/32'],
  metadata: { service: 'render-farm' },
  replaces: null,
  replacedBy: null,
  status: 'active',
  createdAt: '2026-11-01T00:00:00.000Z',
};

describe('a new key', () => {
  it('has no restriction unless one is given', () => {
    expect(newKeyOf({ ...NEW_KEY, name: ' Production ' }, NOW)).toEqual({
      name: 'Production',
      scopes: ['read', 'write'],
      env: 'live',
      rateLimit: undefined,
      expiresAt: null,
      spendLimit: null,
      allowedModels: null,
      allowedIps: null,
      metadata: null,
    });
  });

  it('leaves its limit to the service, whose default is at most what the plan allows', () => {
    expect(JSON.parse(JSON.stringify(newKeyOf(NEW_KEY, NOW)))).not.toHaveProperty('rateLimit');
    expect(KEY_RULES.rateLimit('')).toBeNull();
  });

  it('has all that are given, a limit of nothing too', () => {
    const values: KeyValues = {
      ...NEW_KEY,
      name: 'Production',
      expiry: '30',
      spendLimit: { credits: 0, period: 'total' },
      allowedModels: ['embedded-image'],
      allowedIps: ' 203.0.113.7\n\n::1 ',
      metadata: [{ name: ' service ', value: 'a b' }],
    };
    expect(newKeyOf(values, NOW)).toMatchObject({
      expiresAt: '2026-12-20T12:00:00.000Z',
      spendLimit: { credits: 0, period: 'total' },
      allowedModels: ['embedded-image'],
      allowedIps: ['203.0.113.7', '::1'],
      metadata: { service: 'a b' },
    });
  });
});

describe('the changes of a key', () => {
  const before = valuesOf(KEY);

  it('are none when nothing was touched', () => {
    expect(changesOf(before, structuredClone(before), NOW)).toEqual({});
  });

  it.each<[string, Partial<KeyValues>, object]>([
    ['the name', { name: 'Staging' }, { name: 'Staging' }],
    ['the limit', { rateLimit: 90 }, { rateLimit: 90 }],
    ['no expiry', { expiry: 'never' }, { expiresAt: null }],
    ['a new expiry', { expiry: '365' }, { expiresAt: '2027-11-20T12:00:00.000Z' }],
    ['no spend limit', { spendLimit: { credits: '', period: 'day' } }, { spendLimit: null }],
    ['every model', { allowedModels: [] }, { allowedModels: null }],
    ['every address', { allowedIps: '' }, { allowedIps: null }],
    ['no metadata', { metadata: [] }, { metadata: null }],
  ])('are only %s', (_what, touched, changes) => {
    expect(changesOf(before, { ...before, ...touched }, NOW)).toEqual(changes);
  });
});

describe('the rules', () => {
  const at = (expiresAt: string | null) => expiryProblem({ ...NEW_KEY, expiry: 'date', expiresAt }, NOW);

  it('want a date of the future for an expiry by date', () => {
    expect(at(null)).toBe('Choose a date.');
    expect(at('2026-11-01 00:00:00')).toBe('Choose a time in the future.');
    expect(at('2026-12-01 00:00:00')).toBeNull();
    expect(expiryProblem(NEW_KEY, NOW)).toBeNull();
  });

  it('want names of metadata that are different', () => {
    const metadata = [
      { name: 'a', value: '1' },
      { name: 'a ', value: '2' },
    ];
    expect(KEY_RULES.metadata.name('a', { ...NEW_KEY, metadata })).toBe('This name is used twice.');
    expect(KEY_RULES.metadata.name('a', { ...NEW_KEY, metadata: metadata.slice(1) })).toBeNull();
  });

  it('want no text as a number of credits', () => {
    expect(KEY_RULES.spendLimit.credits('1e')).not.toBeNull();
    expect(KEY_RULES.spendLimit.credits('')).toBeNull();
    expect(KEY_RULES.spendLimit.credits(0.001)).toBeNull();
  });
});
