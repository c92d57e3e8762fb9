/** The port of a payment service: its default, and a replacement that runs in the application. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  type Checkout,
  Config,
  NoPayments,
  type PaymentEvent,
  PaymentProvider,
  SignatureInvalid,
  type StartedCheckout,
} from '../../src/index.js';
import { paymentProviderContract, type Webhook } from '../../src/testing/index.js';
import { startApp } from '../support/app.js';

const SECRET = 'the secret of the webhooks';
const KINDS = new Set([
  ...['paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won'],
  ...['payment_failed', 'subscription_changed', 'subscription_ended'],
]);
const signatureOf = (body: Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

/** JSON of events, in which a bigint is `{ n: "1" }` and a date `{ t: "…" }`. */
function writeEvent(event: object): Buffer {
  const toJson = (value: unknown): unknown => {
    if (typeof value === 'bigint') return { n: String(value) };
    if (value instanceof Date) return { t: value.toISOString() };
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toJson(one)]));
  };
  return Buffer.from(JSON.stringify(toJson(event)));
}
function readEvent(body: Buffer): { kind: string; reference?: string | null } {
  return JSON.parse(String(body), (_name, value: { n?: string; t?: string } | null) => {
    if (value?.n !== undefined) return BigInt(value.n);
    return value?.t === undefined ? value : new Date(value.t);
  }) as { kind: string };
}

/** Sells on a page of its own, and signs webhooks with HMAC. */
@Injectable()
class TownBank extends PaymentProvider {
  readonly name = 'town-bank';
  readonly canCharge = true;
  private readonly opened = new Map<string, StartedCheckout>();

  constructor(readonly config: Config) {
    super();
  }

  override checkout({ reference }: Checkout): Promise<StartedCheckout> {
    const id = `checkout_${randomUUID()}`;
    const started = this.opened.get(reference) ?? { id, url: `https://bank.example.test/${id}` };
    this.opened.set(reference, started);
    return Promise.resolve(started);
  }

  override portal(customerId: string): Promise<{ url: string }> {
    return Promise.resolve({ url: `https://bank.example.test/portal/${customerId}` });
  }

  override endSubscription(): Promise<void> {
    return Promise.resolve();
  }

  override async receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]> {
    const expected = Buffer.from(signatureOf(rawBody, SECRET));
    const given = Buffer.from(String(headers['x-signature'] ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new SignatureInvalid();
    const event = readEvent(rawBody);
    const isOurs = KINDS.has(event.kind) && event.reference !== null;
    return Promise.resolve(isOurs ? [event as PaymentEvent] : []);
  }
}

const signed = (body: Buffer, secret = SECRET): Webhook => ({
  body,
  headers: { 'x-signature': signatureOf(body, secret) },
});

paymentProviderContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'one of its own',
    create: async () =>
      Promise.resolve({
        provider: new TownBank({} as Config),
        webhookOf: (event: PaymentEvent) => signed(writeEvent(event)),
        otherWebhooks: () =>
          [{ kind: 'account.updated' }, { kind: 'paid', reference: null }].map((one) =>
            signed(writeEvent(one)),
          ),
        signedByAnother: ({ body }: Webhook) => signed(body, 'another secret'),
      }),
  },
);

describe('NoPayments', () => {
  const none = new NoPayments();
  it('cannot charge, opens no checkout and accepts no webhook', async () => {
    expect(none.canCharge).toBe(false);
    await expect(none.checkout({} as Checkout)).rejects.toThrow('No payment service is configured.');
    await expect(none.portal('', '')).rejects.toThrow('No payment service is configured.');
    await expect(none.receive(Buffer.alloc(0), {})).rejects.toThrow(SignatureInvalid);
  });
});

describe('the application', () => {
  it.each([
    ['has NoPayments', {}, NoPayments],
    ['has a replacement, and what it injects', { replace: { PaymentProvider: TownBank } }, TownBank],
  ])('%s', async (_, options, expected) => {
    const app = await startApp({ ROLES: 'api' }, undefined, options);
    try {
      const provider = app.app.get(PaymentProvider, { strict: false });
      expect(provider).toBeInstanceOf(expected);
      if (provider instanceof TownBank) expect(provider.config).toBeInstanceOf(Config);
    } finally {
      await app.close();
    }
  });
});
