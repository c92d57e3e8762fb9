/**
 * The extension packages/stripe-billing in the real service: a pack is bought through its checkout, and whatever of Stripe's webhooks
 * arrives how often in which order, the credits are those of the money that stayed.
 */
import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import stripe from '../../packages/stripe-billing/src/index.js';
import type { PaidEvent, PaymentEvent } from '../../src/billing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { buy, creditsOf, paidEvent, reversal } from '../support/payments.js';
import { startStripeServer, type StripeServer } from '../support/stripe-server.js';
import { SECRET_KEY, signed, WEBHOOK_SECRET, webhookOf } from '../support/stripe-webhooks.js';

let server: StripeServer;
let app: TestApp;
beforeAll(async () => {
  server = await startStripeServer();
  const env = {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: server.url,
  };
  app = await startApp({ ROLES: 'api', SIGNUP_CREDITS: '0', ...env }, undefined, stripe);
});
afterEach(async () => {
  server.reset();
  await expectSoundLedger(app.url);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const send = ({ body, headers }: { body: Buffer; headers: object }): Promise<Answer> =>
  call(app.base, 'POST', '/api/billing/webhooks/stripe', {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', ...(headers as Record<string, string>) },
  });
const deliver = (event: PaymentEvent, reference: string) => send(webhookOf(server, event, { reference }));
const order = async (): Promise<{ person: Person; paid: PaidEvent }> => {
  const person = await register(app.base);
  return { person, paid: paidEvent(await buy(app, person), { customerId: 'cus_1' }) };
};

it('packs are for sale, and a checkout leads to Stripe', async () => {
  const { person } = await order();
  const { body } = await call(app.base, 'GET', '/api/billing/packs', { token: person.accessToken });
  expect(body).toMatchObject({
    available: true,
    items: [{ id: 'small' }, { id: 'medium' }, { id: 'large' }],
  });
  const answer = await call(app.base, 'POST', '/api/billing/checkout', {
    ...{ token: person.accessToken, body: { pack: 'small' } },
  });
  expect(answer.status).toBe(201);
  expect(answer.body.url).toMatch(/^https:\/\/checkout\.stripe\.example\//);
  expect(server.calls.at(-1)?.params).toMatchObject({
    'line_items[0][price_data][unit_amount]': '1000',
    success_url: `${app.base}/credits?paid`,
  });
});

it('everything five times, at once and with the last event first: each movement counts once', async () => {
  const { person, paid } = await order();
  const part = reversal(paid, 'refunded', 300n);
  const failed = reversal(paid, 'refunded', 200n);
  const dispute = reversal(paid, 'disputed', 500n);
  const events = [
    paid,
    part,
    failed,
    { ...failed, kind: 'refund_failed' as const },
    dispute,
    { ...dispute, kind: 'dispute_won' as const },
  ];
  for (const event of events.toReversed()) expect((await deliver(event, paid.reference)).status).toBe(200);
  const repeated = Array.from({ length: 4 }, () => events).flat();
  const answers = await Promise.all(repeated.map((event) => deliver(event, paid.reference)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await creditsOf(app, person)).toEqual({ balance: 700, owed: 0 });

  const { body } = await call(app.base, 'GET', '/api/billing/payments', { token: person.accessToken });
  expect(body.items).toMatchObject([
    { amount: 1000, currency: 'EUR', credits: 700, status: 'partly_refunded' },
  ]);
});

it('a lost dispute takes everything back, and the portal opens for a buyer alone', async () => {
  const { person, paid } = await order();
  const portal = () => call(app.base, 'POST', '/api/billing/portal', { token: person.accessToken });
  expect((await portal()).status).toBe(409);
  await deliver(paid, paid.reference);
  expect((await portal()).body.url).toMatch(/^https:\/\/billing\.stripe\.example\//);
  await deliver(reversal(paid, 'disputed', 1000n), paid.reference);
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
  const next = await call(app.base, 'POST', '/api/billing/checkout', {
    ...{ token: person.accessToken, body: { pack: 'small' } },
  });
  expect(next.status).toBe(201);
  expect(server.calls.at(-1)?.params).toMatchObject({ customer: 'cus_1' });
});

it('another amount, currency or order grants nothing; the money of an order goes back', async () => {
  const { person, paid } = await order();
  const wrong: PaidEvent[] = [
    { ...paid, paymentId: 'pi_less', amount: { minorUnits: 999n, currency: 'EUR' } },
    { ...paid, paymentId: 'pi_yen', amount: { minorUnits: 1000n, currency: 'JPY' } },
    { ...paid, paymentId: 'pi_other', reference: 'd3a8f1f2-98f6-4a36-8a5f-6b1d0f3c9d11' },
  ];
  for (const event of [...wrong, ...wrong]) expect((await deliver(event, event.reference)).status).toBe(200);
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
  expect(server.refunds.map((refund) => [refund.payment_intent, refund.amount, refund.currency])).toEqual([
    ['pi_yen', 1000, 'jpy'],
    ['pi_less', 999, 'eur'],
  ]);
  const { body } = await call(app.base, 'GET', '/api/billing/payments', { token: person.accessToken });
  expect(body.items.map(({ status }: { status: string }) => status)).toEqual(['refunded', 'refunded']);
  // Stripe reports its own refund too.
  const refund = { ...reversal(wrong[0]!, 'refunded', 999n), reversalId: server.refunds.at(-1)!.id };
  expect((await deliver(refund, paid.reference)).status).toBe(200);
});

it('a webhook of anyone else is 400, and one that Stripe must send again 503; neither grants, nor shows a secret', async () => {
  const { person, paid } = await order();
  const log: string[] = [];
  for (const level of ['warn', 'error'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((...parts: unknown[]) => {
      log.push(
        parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 9 }))).join(' '),
      );
    });
  const answers: Answer[] = [];
  try {
    const webhook = webhookOf(server, paid, { reference: paid.reference });
    answers.push(await send(signed(webhook.body, 'whsec_another')));
    server.respond = (response) =>
      void response
        .writeHead(401)
        .end(JSON.stringify({ error: { message: `Invalid API Key: ${SECRET_KEY}` } }));
    answers.push(await send(webhook));
    answers.push(
      await call(app.base, 'POST', '/api/billing/checkout', {
        ...{ token: person.accessToken, body: { pack: 'small' } },
      }),
    );
  } finally {
    jest.restoreAllMocks();
  }
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'signature_invalid'],
    [503, 'service_unavailable'],
    [503, 'service_unavailable'],
  ]);
  // Logged twice, for the operator: of the webhook and of the checkout.
  expect(log.filter((line) => line.includes('Stripe does not accept STRIPE_SECRET_KEY'))).toHaveLength(2);
  for (const secret of [SECRET_KEY, WEBHOOK_SECRET])
    expect(inspect(answers) + log.join()).not.toContain(secret);
  expect(await creditsOf(app, person)).toEqual({ balance: 0, owed: 0 });
});

it('without its secrets the service does not start, and says which are missing', async () => {
  const started = startApp({ ROLES: 'api' }, undefined, stripe);
  await expect(started).rejects.toThrow(/STRIPE_SECRET_KEY must be/);
});
