// A fake Stripe for the trials: the part of its API that packages/stripe-billing uses, for subscriptions in this process
// (stripe-subscription.mjs), and its signed webhooks. It sometimes loses responses and rejects requests for an end.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text as toText } from 'node:stream/consumers';

export const STRIPE_SECRETS = {
  key: 'sk_test_0123456789abcdefOfTheTrials',
  webhooks: 'whsec_0123456789abcdefOfTheTrials',
};

/** How Stripe sends its webhooks, for webhook-deliveries.mjs. */
export const STRIPE_WIRE = {
  path: '/api/billing/webhooks/stripe',
  maxEvents: 1,
  sign([event], secret) {
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
    };
  },
};

const missing = (what) => [
  404,
  { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` } },
];
const list = (data) => [200, { object: 'list', data, has_more: false, url: '/' }];

export class StripeService {
  /** Subscriptions by their ids. */
  subscriptions = new Map();
  requests = 0;
  ends = 0;
  lost = 0;
  'refused ends' = 0;

  /**
   * @param {{mayRefuse: boolean, onEnd: (subscription: object) => void}} options `mayRefuse`: a request for an end may fail; it is
   * repeated a minute later; `onEnd` is called before the service ends a subscription
   */
  constructor(random, { mayRefuse, onEnd }) {
    Object.assign(this, { random, mayRefuse, onEnd });
  }

  /** @returns its address */
  async start() {
    this.server = createServer((request, response) => void this.respond(request, response));
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  async respond(request, response) {
    await toText(request);
    const { pathname, searchParams } = new URL(request.url, 'http://stripe.test');
    this.requests += 1;
    const [status, body] = this.answer(request.method, pathname, searchParams);
    // The request has taken effect; the library repeats it.
    if (this.random.chance(0.05)) {
      this.lost += 1;
      return void response.destroy();
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_trial' });
    response.end(JSON.stringify(body));
  }

  answer(method, pathname, searchParams) {
    const id = pathname.split('/').at(-1);
    if (method === 'POST' && pathname === '/v1/checkout/sessions') {
      const session = `cs_test_${randomUUID()}`;
      return [
        200,
        { id: session, object: 'checkout.session', url: `https://checkout.stripe.example/${session}` },
      ];
    }
    if (method === 'GET' && pathname === '/v1/invoice_payments') {
      const paymentId = this.paymentOf(searchParams.get('invoice'));
      return list(paymentId ? [{ payment: { type: 'payment_intent', payment_intent: paymentId } }] : []);
    }
    if (method === 'GET' && pathname === '/v1/invoices') {
      const asked = this.subscriptions.get(searchParams.get('subscription'));
      asked?.beAsked();
      const { invoices = [] } = asked ?? {};
      return list(invoices.filter(({ status }) => status === searchParams.get('status')));
    }
    const subscription = pathname.startsWith('/v1/subscriptions/') ? this.subscriptions.get(id) : undefined;
    if (!subscription) return missing(pathname);
    if (method === 'GET') return [200, subscription.snapshot()];
    return this.end(subscription);
  }

  /** Ends a subscription. Stripe reports an ended subscription as missing. */
  end(subscription) {
    if (subscription.isEnded) return missing('subscription');
    if (this.mayRefuse && this.random.chance(0.1)) {
      this['refused ends'] += 1;
      return [500, { error: { type: 'api_error' } }];
    }
    this.onEnd(subscription);
    this.ends += 1;
    subscription.cancel();
    return [200, subscription.snapshot()];
  }

  paymentOf(invoiceId) {
    for (const { payments } of this.subscriptions.values())
      if (payments.has(invoiceId)) return payments.get(invoiceId);
    return null;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
