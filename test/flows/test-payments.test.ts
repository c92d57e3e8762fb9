/** The payment service of examples/test-payments, with which the tour of the README buys a pack. */
import { type AppOptions, ConfigError } from '../../src/index.js';
import { loadPlugins } from '../../src/plugin.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Person, register } from '../support/client.js';
import { creditsOf } from '../support/payments.js';

const PLUGIN = 'examples/test-payments/test-payments.mjs';

let options: AppOptions;
let app: TestApp;
beforeAll(async () => {
  options = await loadPlugins([PLUGIN]);
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, undefined, options);
});
afterAll(() => app.close());

async function openCheckout(person: Person, key = 'one'): Promise<string> {
  const { status, body } = await call(app.base, 'POST', '/api/billing/checkout', {
    ...{ token: person.accessToken, body: { pack: 'small' }, headers: { 'idempotency-key': key } },
  });
  expect(status).toBe(201);
  return body.url as string;
}

it('its page shows the order; approving it twice, at once and again, grants once', async () => {
  const person = await register(app.base);
  const page = await openCheckout(person);
  expect(new URL(page).hostname).toBe('127.0.0.1');
  expect(await (await fetch(page)).text()).toContain('1,000 credits: 1000 minor units of EUR');
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
  const approve = async () => (await fetch(page, { method: 'POST' })).status;
  expect(await Promise.all([approve(), approve()])).toEqual([200, 200]);
  expect(await approve()).toBe(200);
  expect(await creditsOf(app, person)).toEqual({ balance: 1000, owed: 0 });
});

it('a checkout of nobody is 404, and a webhook with another signature is 400', async () => {
  const page = await openCheckout(await register(app.base));
  expect((await fetch(new URL('/checkouts/none', page), { method: 'POST' })).status).toBe(404);
  const answer = await call(app.base, 'POST', '/api/billing/webhooks/test-payments', {
    body: Buffer.from('{}'),
    headers: { 'content-type': 'application/json', 'x-test-payments-signature': '0'.repeat(64) },
  });
  expect([answer.status, answer.body.code]).toEqual([400, 'signature_invalid']);
});

it('does not run in production', () => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    const Provider = options.replace!.PaymentProvider!;
    expect(() => new Provider()).toThrow(ConfigError);
  } finally {
    process.env['NODE_ENV'] = before;
  }
});
