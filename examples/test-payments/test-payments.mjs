// A payment service that takes no money, to try payments: PLUGINS=examples/test-payments/test-payments.mjs npm start
// Its page listens on this machine alone. An approved checkout makes it send a signed webhook to the service, as a real
// payment service does. The tour of the README buys a pack with it. One process of the service: each has a secret of its own.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ConfigError, PaymentProvider, SignatureInvalid } from 'offprint';

const SECRET = randomBytes(32);
const HEADER = 'x-test-payments-signature';
/** Orders that can be paid; older ones are forgotten. */
const MOST_ORDERS = 1_000;

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

const signatureOf = (body) => createHmac('sha256', SECRET).update(body).digest('hex');
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

class TestPayments extends PaymentProvider {
  name = 'test-payments';
  canCharge = true;
  /** By reference. */
  #orders = new Map();
  #server = createServer((request, response) => {
    this.#respond(request, response).catch((error) => response.writeHead(502).end(`${error.message}\n`));
  });

  constructor() {
    super();
    if (process.env.NODE_ENV === 'production')
      throw new ConfigError(['PLUGINS: test-payments gives credits away: not with NODE_ENV=production']);
  }

  async onModuleInit() {
    this.#server.listen(0, '127.0.0.1').unref();
    await once(this.#server, 'listening');
  }

  onApplicationShutdown() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async checkout(order) {
    // The same order keeps when it was paid.
    if (!this.#orders.has(order.reference)) this.#orders.set(order.reference, { ...order, paidAt: null });
    if (this.#orders.size > MOST_ORDERS) this.#orders.delete(this.#orders.keys().next().value);
    // A real page is https: this one never leaves the machine.
    return { id: order.reference, url: `${this.#address}/checkouts/${order.reference}` };
  }

  async endCheckout(id) {
    if (this.#orders.get(id)?.paidAt) return false;
    this.#orders.delete(id);
    return true;
  }

  async portal() {
    return { url: `${this.#address}/portal` };
  }

  async endSubscription() {
    // A month is paid when its checkout is approved, and no other one follows.
  }

  async receive(body, headers) {
    const given = Buffer.from(String(headers[HEADER] ?? ''));
    const expected = Buffer.from(signatureOf(body));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new SignatureInvalid();
    const { reference, minorUnits, currency, at, isPlan } = JSON.parse(body);
    const periodEndsAt = new Date(Date.parse(at) + MONTH_MS);
    const subscription = isPlan ? { id: `test_subscription_${reference}`, periodEndsAt } : null;
    return [
      {
        ...{ kind: 'paid', paymentId: `test_${reference}`, reference, at: new Date(at) },
        amount: { minorUnits: BigInt(minorUnits), currency },
        ...{ customerId: 'test-buyer', subscription, receiptUrl: null },
      },
    ];
  }

  get #address() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  async #respond({ url, method }, response) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const order = this.#orders.get(url.replace('/checkouts/', ''));
    if (url === '/portal') return void response.end('<p>There are no invoices of test payments.\n');
    if (!order) return void response.writeHead(404).end('<p>There is no such checkout.\n');
    if (method !== 'POST') {
      const { minorUnits, currency } = order.item.price;
      return void response.end(
        `<p>${escaped(order.item.title)}: ${minorUnits} minor units of ${currency}, of no real money.
        <form method="post"><button>Pay</button> <a href="${escaped(order.cancelUrl)}">Back</a></form>\n`,
      );
    }
    await this.#report(order);
    response.end(`<p>Paid. <a href="${escaped(order.successUrl)}">Back to the credits</a>\n`);
  }

  /** Sends the webhook of a paid order. A second approval sends an equal one, which grants nothing more. */
  async #report(order) {
    order.paidAt ??= new Date();
    const { minorUnits, currency } = order.item.price;
    const event = { reference: order.reference, minorUnits: String(minorUnits), currency };
    const body = JSON.stringify({ ...event, at: order.paidAt, isPlan: order.item.kind === 'plan' });
    const { status } = await fetch(new URL(`/api/billing/webhooks/${this.name}`, order.successUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [HEADER]: signatureOf(body) },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (status !== 200) throw new Error(`The service answered the webhook with ${status}.`);
  }
}

export default { name: 'test-payments', replace: { PaymentProvider: TestPayments } };
