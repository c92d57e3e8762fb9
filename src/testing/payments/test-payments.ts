/** The payment service has no page and no network; the test itself sends the webhooks. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  type Checkout,
  type Money,
  type PaymentEvent,
  PaymentProvider,
  type ReversalEvent,
  SignatureInvalid,
  type StartedCheckout,
} from '../../billing/index.js';
import type { Webhook } from '../contracts/payment-provider.js';

const SECRET = randomBytes(32).toString('hex');
const MAX_AGE_SECONDS = 300;
const HEADER = 'x-test-payments-signature';

/** How a webhook of a test differs from the default one. */
export interface PaymentWebhookOptions {
  /** When it is signed. Default: now. */
  signedAt?: Date;
  /** Default: the secret of `TestPayments`, a random one in each process. */
  secret?: string;
}

/**
 * Returns the webhook by which `TestPayments` reports these events: `POST /api/billing/webhooks/test` accepts its body with its
 * headers. The signature is an HMAC-SHA256 of the time and the body, and is valid for five minutes.
 */
export function paymentWebhook(
  events: readonly PaymentEvent[],
  { signedAt = new Date(), secret = SECRET }: PaymentWebhookOptions = {},
): Webhook {
  const body = Buffer.from(JSON.stringify(events, writeValue));
  const seconds = Math.floor(signedAt.getTime() / 1000);
  const signature = signatureOf(body, seconds, secret);
  return { body, headers: { [HEADER]: `t=${seconds},v1=${signature}` } };
}

/** Sells everything on pages that do not exist. Replace the port with it, and send `paymentWebhook` to report payments. */
@Injectable()
export class TestPayments extends PaymentProvider {
  readonly name: string = 'test';
  readonly canCharge: boolean = true;
  /** Every order that a checkout was opened for, by its reference. */
  readonly orders = new Map<string, Checkout>();
  /** Ids of the subscriptions that the service has ended, in this order. */
  readonly endedSubscriptions: string[] = [];

  /** Ids of the checkouts whose pages the service has ended, in this order. */
  readonly endedCheckouts: string[] = [];
  /** Ids of checkouts that are paid and can no longer be ended. */
  readonly paidCheckouts = new Set<string>();

  /** The refunds that the service has made, in this order. */
  readonly refunds: ReversalEvent[] = [];
  /** Ids of payments that this service cannot refund. */
  readonly unrefundablePayments = new Set<string>();
  /** What was reported as paid, by the payment. */
  private readonly paid = new Map<string, Money>();

  /** Ids of subscriptions of which `isMonthPaid` says so. */
  readonly paidSubscriptions = new Set<string>();

  checkout(order: Checkout): Promise<StartedCheckout> {
    this.orders.set(order.reference, order);
    const id = `test_${order.reference}`;
    return Promise.resolve({ id, url: `https://payments.example.test/${id}` });
  }

  override endCheckout(checkoutId: string): Promise<boolean> {
    if (this.paidCheckouts.has(checkoutId)) return Promise.resolve(false);
    this.endedCheckouts.push(checkoutId);
    return Promise.resolve(true);
  }

  portal(customerId: string, _returnUrl: string): Promise<{ url: string }> {
    return Promise.resolve({ url: `https://payments.example.test/portal/${customerId}` });
  }

  endSubscription(subscriptionId: string): Promise<void> {
    this.endedSubscriptions.push(subscriptionId);
    return Promise.resolve();
  }

  /** Refunds the whole of a payment once. Knows those that were reported in this process. */
  override refundPayment(paymentId: string): Promise<readonly ReversalEvent[] | null> {
    const amount = this.paid.get(paymentId);
    if (!amount || this.unrefundablePayments.has(paymentId)) return Promise.resolve(null);
    const reversalId = `refund_${paymentId}`;
    const known = this.refunds.find((refund) => refund.reversalId === reversalId);
    const refund = known ?? { kind: 'refunded' as const, paymentId, reversalId, amount, at: new Date() };
    if (!known) this.refunds.push(refund);
    return Promise.resolve([refund]);
  }

  override isMonthPaid(subscriptionId: string): Promise<boolean> {
    return Promise.resolve(this.paidSubscriptions.has(subscriptionId));
  }

  receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]> {
    try {
      verify(rawBody, String(headers[HEADER] ?? ''));
      const events = JSON.parse(rawBody.toString(), readValue) as PaymentEvent[];
      for (const event of events) if (event.kind === 'paid') this.paid.set(event.paymentId, event.amount);
      return Promise.resolve(events);
    } catch (cause) {
      return Promise.reject(new SignatureInvalid({ cause }));
    }
  }
}

function signatureOf(body: Buffer, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}

function verify(body: Buffer, header: string): void {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (time === undefined || signature === undefined) throw new Error('no signature');
  const expected = Buffer.from(signatureOf(body, Number(time), SECRET));
  if (!timingSafeEqual(Buffer.from(signature), expected)) throw new Error('another signature');
  if (Math.abs(Date.now() / 1000 - Number(time)) > MAX_AGE_SECONDS) throw new Error('signed too long ago');
}

/** JSON has neither: a bigint is `{n: "1"}` and a date `{t: "…"}`. `JSON.stringify` has written the date before. */
function writeValue(this: unknown, name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { n: String(value) };
  const original = (this as Record<string, unknown>)[name];
  return original instanceof Date ? { t: original.toISOString() } : value;
}

function readValue(_name: string, value: unknown): unknown {
  const { n, t } = (value ?? {}) as { n?: string; t?: string };
  if (n !== undefined) return BigInt(n);
  return t === undefined ? value : new Date(t);
}
