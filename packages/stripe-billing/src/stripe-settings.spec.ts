import { ConfigError } from 'offprint';
import { readSettings, resolveSettings, type StripeSettings } from './stripe-settings.js';

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_51AbcSECRET', STRIPE_WEBHOOK_SECRET: 'whsec_AbcSECRET' };
const read = (variables: Record<string, string>) =>
  readSettings((name) => ({ ...KEYS, ...variables })[name] ?? null);

it('two secrets are enough', () => {
  expect(read({})).toEqual({
    ...{ secretKey: KEYS.STRIPE_SECRET_KEY, webhookSecret: KEYS.STRIPE_WEBHOOK_SECRET, isLive: false },
    ...{ invoices: false, automaticTax: false, apiUrl: 'https://api.stripe.com' },
  });
});

it('a live key is one, restricted or not; the others are switches', () => {
  for (const STRIPE_SECRET_KEY of ['sk_live_51Abc', 'rk_live_51Abc'])
    expect(read({ STRIPE_SECRET_KEY }).isLive).toBe(true);
  expect(read({ STRIPE_SECRET_KEY: 'rk_test_51Abc' }).isLive).toBe(false);
  const switches = { STRIPE_INVOICES: 'true', STRIPE_AUTOMATIC_TAX: 'true' };
  expect(read(switches)).toMatchObject({ invoices: true, automaticTax: true });
  expect(read({ STRIPE_INVOICES: 'false' }).invoices).toBe(false);
});

it.each([
  ['no key', { STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY must be/],
  ['a publishable key', { STRIPE_SECRET_KEY: 'pk_live_51AbcSECRET' }, /^STRIPE_SECRET_KEY must be/],
  ['a key with a space', { STRIPE_SECRET_KEY: 'sk_live_51Abc SECRET' }, /^STRIPE_SECRET_KEY must be/],
  ['another secret', { STRIPE_WEBHOOK_SECRET: 'we_1SECRET' }, /^STRIPE_WEBHOOK_SECRET must be/],
  ['a switch with a word', { STRIPE_INVOICES: 'yes' }, /^STRIPE_INVOICES must be true or false/],
  ['another one', { STRIPE_AUTOMATIC_TAX: '1' }, /^STRIPE_AUTOMATIC_TAX must be true or false/],
  ['clear text', { STRIPE_API_URL: 'http://api.stripe.com' }, /^STRIPE_API_URL must be an https URL/],
  ['a path', { STRIPE_API_URL: 'https://api.stripe.com/v1' }, /^STRIPE_API_URL must be an https URL/],
  ['no URL', { STRIPE_API_URL: 'stripe' }, /^STRIPE_API_URL must be an https URL/],
])('%s: one sentence without the value', (_, variables, message) => {
  let problems: readonly string[] = [];
  try {
    read(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    problems = (error as ConfigError).problems;
  }
  expect(problems).toEqual([expect.stringMatching(message)]);
  for (const value of Object.values(variables).filter((one) => one.length > 4))
    expect(problems.join()).not.toContain(value);
});

it('settings of code are checked too', () => {
  expect(() => resolveSettings({} as StripeSettings)).toThrow(ConfigError);
  expect(
    resolveSettings({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: 'http://[::1]:12111' })
      .apiUrl,
  ).toBe('http://[::1]:12111');
});
