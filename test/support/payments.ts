/** Payments of tests, through `TestPayments`. */
import { randomUUID } from 'node:crypto';
import type { PaidEvent, PaymentEvent, ReversalEvent } from '../../src/billing/index.js';
import { paymentWebhook } from '../../src/testing/index.js';
import type { TestApp } from './app.js';
import { type Answer, call, type Person } from './client.js';
import { uuidOf } from './public-ids.js';

const DAY = 86_400_000;

async function order(app: TestApp, { accessToken: token }: Person, body: object): Promise<string> {
  const opened = await call(app.base, 'POST', '/api/billing/checkout', { token, body });
  expect([opened.status, opened.body.code]).toEqual([201, undefined]);
  return uuidOf(opened.body.checkoutId);
}

/** Opens a checkout. @returns its reference at the payment service. */
export const buy = (app: TestApp, person: Person, pack = 'small'): Promise<string> =>
  order(app, person, { pack });

/** Opens a checkout of a plan. @returns its reference at the payment service. */
export const subscribe = (app: TestApp, person: Person, plan = 'pro'): Promise<string> =>
  order(app, person, { plan });

/** The payment of the pack `small`, at its price. */
export function paidEvent(reference: string, fields: Partial<PaidEvent> = {}): PaidEvent {
  return {
    kind: 'paid',
    paymentId: `payment_${randomUUID()}`,
    reference,
    amount: { minorUnits: 1000n, currency: 'EUR' },
    customerId: null,
    subscription: null,
    receiptUrl: null,
    at: new Date(),
    ...fields,
  };
}

/** Returns the instant in so many days, to the second. */
export const inDays = (days: number): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY);

/** The payment of the month of `PRO` that ends in so many days. */
export const paidMonth = (reference: string, days = 30, fields: Partial<PaidEvent> = {}): PaidEvent =>
  paidEvent(reference, {
    amount: { minorUnits: 1900n, currency: 'EUR' },
    subscription: { id: `sub_${reference}`, periodEndsAt: inDays(days) },
    ...fields,
  });

export function reversal(
  { paymentId }: PaidEvent,
  kind: ReversalEvent['kind'],
  minorUnits: bigint,
): ReversalEvent {
  return {
    ...{ kind, paymentId, reversalId: `reversal_${randomUUID()}` },
    ...{ amount: { minorUnits, currency: 'EUR' }, at: new Date() },
  };
}

/** Sends the webhook of `TestPayments` about these events. */
export async function deliver(base: string, ...events: PaymentEvent[]): Promise<Answer> {
  const { body, headers } = paymentWebhook(events);
  return call(base, 'POST', '/api/billing/webhooks/test', {
    body,
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
  });
}

/** Returns balance and debt of an account, in credits. */
export async function creditsOf(
  { database }: TestApp,
  { accountId }: Person,
): Promise<{ balance: number; owed: number }> {
  const [row] = await database.query('select balance, owed from wallets where account_id = $1', [
    uuidOf(accountId),
  ]);
  const { balance, owed } = row as { balance: string; owed: string };
  return { balance: Number(balance) / 1000, owed: Number(owed) / 1000 };
}
