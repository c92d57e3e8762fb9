/**
 * A server with the parts of Stripe's API that packages/stripe-billing uses, as Stripe documents them: idempotency keys, payment intents
 * and invoice payments. It fails in every way a server can. With `validator`, the address of stripe-mock, each request must first be
 * accepted there.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface StripeCall {
  method: string;
  /** With the query. */
  path: string;
  /** Parameters of the body: `line_items[0][quantity]`. */
  params: Record<string, string>;
  headers: IncomingMessage['headers'];
}

type Respond = (response: ServerResponse, call: StripeCall) => void;

/** A payment as Stripe knows it. */
export interface KnownPayment {
  metadata: Record<string, string>;
  receiptUrl: string | null;
  /** The invoice of a month, with its parent. */
  invoice: object | null;
  /** Stripe's units and lower-case code; a payment without them cannot be refunded. */
  paid?: { amount: number; currency: string };
}

/** A refund as Stripe knows it. */
export interface KnownRefund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  created: number;
}

export interface StripeServer {
  /** `STRIPE_API_URL`. */
  url: string;
  calls: StripeCall[];
  /** Payment intents by their ids. */
  payments: Map<string, KnownPayment>;
  refunds: KnownRefund[];
  /** Ids of subscriptions that were cancelled. */
  ended: Set<string>;
  /** Checkouts that are not open any more, by their ids. */
  checkouts: Map<string, 'expired' | 'complete'>;
  /** Responds instead of Stripe; returning from it without a response hangs. */
  respond: Respond | null;
  reset(): void;
  close(): Promise<void>;
}

interface Kept {
  params: string;
  /** Null while the first request runs. */
  response: string | null;
}

const errorOf = (error: object): string => JSON.stringify({ error });
const missing = (id: string) =>
  errorOf({
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'intent',
    message: `No such: ${id}`,
  });

export async function startStripeServer({ validator }: { validator?: string } = {}): Promise<StripeServer> {
  const kept = new Map<string, Kept>();
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, params: Object.fromEntries(new URLSearchParams(body)), headers };
    self.calls.push(call);
    if (self.respond) {
      self.respond(response, call);
      return;
    }
    const rejection = validator === undefined ? null : await rejectionOf(validator, call, body);
    const [status, json] = rejection ?? (await handle(call));
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(json);
  }

  async function handle(call: StripeCall): Promise<[number, string]> {
    if (call.method === 'POST') return post(call);
    return call.method === 'DELETE' ? end(call) : get(new URL(call.path, self.url));
  }

  /** A subscription that has ended is missing for Stripe's cancellation. */
  function end({ path }: StripeCall): [number, string] {
    const id = new URL(path, self.url).pathname.split('/').at(-1)!;
    if (self.ended.has(id)) return [404, missing(id)];
    self.ended.add(id);
    return [200, JSON.stringify({ id, object: 'subscription', status: 'canceled' })];
  }

  /** Stripe expires an open checkout alone. */
  function expire(path: string): [number, string] {
    const id = path.split('/').at(-2)!;
    if (self.checkouts.has(id))
      return [
        400,
        errorOf({
          type: 'invalid_request_error',
          message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
        }),
      ];
    self.checkouts.set(id, 'expired');
    return [200, JSON.stringify({ id, object: 'checkout.session', status: 'expired' })];
  }

  const refundsOf = (id: string | null) => self.refunds.filter((refund) => refund.payment_intent === id);

  /** Refunds what is left of a payment, as without an amount. */
  function refund({ payment_intent: id = '' }: StripeCall['params']): [number, string] {
    const paid = self.payments.get(id)?.paid;
    if (!paid) return [404, missing(id)];
    const isLive = ({ status }: KnownRefund) => status === 'pending' || status === 'succeeded';
    const amount = refundsOf(id)
      .filter(isLive)
      .reduce((left, one) => left - one.amount, paid.amount);
    if (amount <= 0)
      return [400, errorOf({ type: 'invalid_request_error', code: 'charge_already_refunded' })];
    const created = Math.floor(Date.now() / 1000);
    const made: KnownRefund = {
      ...{ id: `re_${randomUUID().replaceAll('-', '')}`, object: 'refund', payment_intent: id },
      ...{ amount, currency: paid.currency, status: 'succeeded', created },
    };
    self.refunds.unshift(made);
    return [200, JSON.stringify(made)];
  }

  /** Stripe's rules of idempotency: the same response, 400 for other parameters, 409 while the first request runs. */
  async function post({ path, params, headers }: StripeCall): Promise<[number, string]> {
    if (path.endsWith('/expire')) return expire(path);
    if (path === '/v1/refunds') return refund(params);
    const key = `${path} ${String(headers['idempotency-key'])}`;
    const before = kept.get(key);
    const written = JSON.stringify(params);
    if (before && before.params !== written)
      return [
        400,
        errorOf({ type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' }),
      ];
    if (before)
      return before.response === null
        ? [409, errorOf({ type: 'idempotency_error' })]
        : [200, before.response];
    const entry: Kept = { params: written, response: null };
    kept.set(key, entry);
    // The other requests that have arrived find it running.
    await new Promise(setImmediate);
    const id = randomUUID().replaceAll('-', '');
    entry.response = path.startsWith('/v1/checkout')
      ? JSON.stringify({
          id: `cs_test_${id}`,
          object: 'checkout.session',
          url: `https://checkout.stripe.example/c/${id}`,
        })
      : JSON.stringify({
          id: `bps_${id}`,
          object: 'billing_portal.session',
          url: `https://billing.stripe.example/p/${id}`,
        });
    return [200, entry.response];
  }

  function get({ pathname, searchParams }: URL): [number, string] {
    const id = pathname.split('/').at(-1)!;
    const list = (data: object[]) => JSON.stringify({ object: 'list', data, has_more: false });
    if (pathname === '/v1/invoice_payments') {
      const invoiceId = searchParams.get('invoice');
      const paymentId = searchParams.get('payment[payment_intent]');
      const found = [...self.payments].filter(
        ([known, { invoice }]) =>
          invoice !== null && (known === paymentId || (invoice as { id: string }).id === invoiceId),
      );
      return [
        200,
        list(found.map(([known, { invoice }]) => ({ payment: { payment_intent: known }, invoice }))),
      ];
    }
    if (pathname === '/v1/refunds') return [200, list(refundsOf(searchParams.get('payment_intent')))];
    if (pathname.startsWith('/v1/checkout/sessions/')) {
      const status = self.checkouts.get(id) ?? 'open';
      return [200, JSON.stringify({ id, object: 'checkout.session', status })];
    }
    const payment = self.payments.get(id);
    if (!pathname.startsWith('/v1/payment_intents/') || !payment) return [404, missing(id)];
    const isExpanded = searchParams.get('expand[0]') === 'latest_charge';
    const latest_charge = isExpanded ? { id: 'ch_1', receipt_url: payment.receiptUrl } : 'ch_1';
    return [200, JSON.stringify({ id, object: 'payment_intent', metadata: payment.metadata, latest_charge })];
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const self: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    payments: new Map(),
    refunds: [],
    ended: new Set(),
    checkouts: new Map(),
    respond: null,
    reset() {
      self.calls.length = 0;
      self.payments.clear();
      self.refunds.length = 0;
      self.ended.clear();
      self.checkouts.clear();
      self.respond = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}

/** Returns the response by which the validator rejects a request; null when it accepts it. */
async function rejectionOf(
  validator: string,
  { method, path, headers }: StripeCall,
  body: string,
): Promise<[number, string] | null> {
  const {
    authorization,
    'content-type': type,
    'stripe-version': version,
  } = headers as Record<string, string>;
  const response = await fetch(`${validator}${path}`, {
    method,
    headers: {
      authorization: authorization!,
      'stripe-version': version!,
      ...(type && { 'content-type': type }),
    },
    ...(method === 'POST' && { body }),
  });
  const answered = await response.text();
  return response.ok ? null : [response.status, answered];
}
