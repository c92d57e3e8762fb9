/** Payments of tests, through `TestPayments`. */
import { randomUUID } from 'node:crypto';
import type { PaidEvent, PaymentEvent, ReversalEvent } from '../../src/billing/index.js';
import { paymentWebhook } from '../../src/testing/index.js';
import type { TestApp } from './app.js';
import { type Answer, call, type Person } from './client.js';
import { uuidOf } from './public-ids.js';

/** Opens a checkout. @returns its reference at the payment service. */
export async function buy(app: TestApp, person: Person, pack = 'small'): Promise<string> {
  const { body } = await call(app.base, 'POST', '/api/billing/checkout', {
    token: person.accessToken,
    body: { pack },
  });
  return uuidOf(body.checkoutId);
}

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
  const [row] = await database.query('select balance, owed from accounts where id = $1', [uuidOf(accountId)]);
  const { balance, owed } = row as { balance: string; owed: string };
  return { balance: Number(balance) / 1000, owed: Number(owed) / 1000 };
}
