/** The payment service of examples/test-payments, with which the tour of the README buys a pack. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AppOptions, ConfigError } from '../../src/index.js';
import { checkPlugins, loadPlugins } from '../../src/plugin.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Person, register } from '../support/client.js';
import { creditsOf } from '../support/payments.js';

const PLUGIN = 'examples/test-payments/test-payments.mjs';
const PAGES = 'examples/test-payments/payment-pages.mjs';

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

describe('on several machines', () => {
  const secret = 's'.repeat(32);
  const settings = ['TEST_PAYMENTS_URL', 'TEST_PAYMENTS_SECRET', 'NODE_ENV'] as const;
  const before = settings.map((name) => process.env[name]);
  let pages: ChildProcess;
  let others: TestApp[];

  beforeAll(async () => {
    pages = spawn(process.execPath, [PAGES, '127.0.0.1:0'], {
      env: { PATH: process.env.PATH, TEST_PAYMENTS_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(pages.stdout!, 'data')) as [Buffer];
    process.env['TEST_PAYMENTS_URL'] = /http:\S+/.exec(line.toString())![0];
    process.env['TEST_PAYMENTS_SECRET'] = secret;
    process.env['NODE_ENV'] = 'production';
    const env = { ROLES: 'api', SIGNUP_CREDITS: '0', JWT_SECRET: 'j'.repeat(40) };
    const first = await startApp(env, undefined, options);
    // Its buyers come back to the first process, as behind a load balancer.
    const second = await startApp({ ...env, PUBLIC_URL: first.base }, first.database, options);
    others = [first, second];
  });
  afterAll(async () => {
    for (const one of others.reverse()) await one.close();
    pages.kill();
    for (const [at, name] of settings.entries()) process.env[name] = before[at] ?? '';
  });

  it('an order of one process is paid on the page of all, and its webhook is accepted by another one', async () => {
    const [first, second] = others;
    const person = await register(second!.base);
    const { status, body } = await call(second!.base, 'POST', '/api/billing/checkout', {
      ...{ token: person.accessToken, body: { pack: 'small' } },
    });
    expect(status).toBe(201);
    const page = body.url as string;
    expect(page.startsWith(process.env['TEST_PAYMENTS_URL']!)).toBe(true);
    for (let time = 0; time < 2; time += 1) expect((await fetch(page, { method: 'POST' })).status).toBe(200);
    expect(await creditsOf(first!, person)).toEqual({ balance: 1000, owed: 0 });
  });

  it('its page takes no order and no end of a stranger', async () => {
    const page = `${process.env['TEST_PAYMENTS_URL']!}/checkouts/mine`;
    const headers = { 'x-test-payments-signature': '0'.repeat(64) };
    expect((await fetch(page, { method: 'PUT', headers, body: '{}' })).status).toBe(401);
    expect((await fetch(page, { method: 'DELETE' })).status).toBe(401);
    expect((await fetch(page)).status).toBe(404);
  });
});

it.each([
  [{ TEST_PAYMENTS_URL: 'http://10.0.0.40:9300' }, /set together/],
  [{ TEST_PAYMENTS_SECRET: 's'.repeat(32) }, /set together/],
  [{ TEST_PAYMENTS_URL: '10.0.0.40:9300', TEST_PAYMENTS_SECRET: 's'.repeat(32) }, /must be the address/],
  [{ TEST_PAYMENTS_URL: 'http://10.0.0.40:9300', TEST_PAYMENTS_SECRET: 'short' }, /at least 32 characters/],
  [{ NODE_ENV: 'production' }, /gives credits away/],
])('a start with %j is refused with a sentence', async (variables, message) => {
  const { problems } = await checkPlugins(
    [PLUGIN],
    (name) => (variables as Record<string, string>)[name] ?? null,
  );
  expect(problems).toEqual([expect.stringMatching(message)]);
  expect(problems.join()).not.toContain('ssss');
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
