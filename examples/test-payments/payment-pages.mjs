// The payment service behind test-payments.mjs: pages on which orders are approved, without money. An approved order makes it send a signed
// webhook to the service, as a real payment service does. For an installation of several machines it runs by itself, once:
//   TEST_PAYMENTS_SECRET=<32 characters or more> node examples/test-payments/payment-pages.mjs 0.0.0.0:9300
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

export const NAME = 'test-payments';
export const SIGNATURE = 'x-test-payments-signature';
export const SHORTEST_SECRET = 32;
/** Orders that can be paid; older ones are forgotten. */
const MOST_ORDERS = 1_000;
const MOST_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

export const signatureOf = (text, secret) => createHmac('sha256', secret).update(text).digest('hex');
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

export function isSigned(text, given, secret) {
  const [one, other] = [Buffer.from(String(given ?? '')), Buffer.from(signatureOf(text, secret))];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Who may open and end orders signs the method, the path and the body. */
export const requestText = (method, path, body) => `${method} ${path}\n${body}`;

export class PaymentPages {
  /** By reference: {reference, title, minorUnits, currency, isPlan, successUrl, cancelUrl, paidAt}. */
  #orders = new Map();
  #secret;
  #server = createServer((request, response) => {
    this.#respond(request, response).catch((error) => response.writeHead(502).end(`${error.message}\n`));
  });

  constructor(secret) {
    this.#secret = secret;
  }

  /** @returns its address */
  async listen(host, port) {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return `http://${host}:${this.#server.address().port}`;
  }

  /** Does not keep the process running. */
  unref() {
    this.#server.unref();
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The same order keeps when it was paid. */
  add(order) {
    if (!this.#orders.has(order.reference)) this.#orders.set(order.reference, { ...order, paidAt: null });
    if (this.#orders.size > MOST_ORDERS) this.#orders.delete(this.#orders.keys().next().value);
  }

  /** @returns false when it is paid */
  end(reference) {
    if (this.#orders.get(reference)?.paidAt) return false;
    this.#orders.delete(reference);
    return true;
  }

  async #respond(request, response) {
    const { url, method } = request;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (url === '/portal') return void response.end('<p>There are no invoices of test payments.\n');
    const reference = url.replace('/checkouts/', '');
    if (method === 'PUT' || method === 'DELETE')
      return void response.writeHead(await this.#change(request, reference)).end();
    const order = this.#orders.get(reference);
    if (!order) return void response.writeHead(404).end('<p>There is no such checkout.\n');
    if (method !== 'POST')
      return void response.end(
        `<p>${escaped(order.title)}: ${order.minorUnits} minor units of ${order.currency}, of no real money.
        <form method="post"><button>Pay</button> <a href="${escaped(order.cancelUrl)}">Back</a></form>\n`,
      );
    await this.#report(order);
    response.end(`<p>Paid. <a href="${escaped(order.successUrl)}">Back to the credits</a>\n`);
  }

  /** Opens or ends an order for a process of the service. @returns the status of the response */
  async #change(request, reference) {
    const { method, url, headers } = request;
    let body = '';
    for await (const chunk of request) {
      body += chunk;
      if (body.length > MOST_BYTES) return 413;
    }
    if (!isSigned(requestText(method, url, body), headers[SIGNATURE], this.#secret)) return 401;
    if (method === 'DELETE') return this.end(reference) ? 204 : 409;
    this.add(JSON.parse(body));
    return 204;
  }

  /** Sends the webhook of a paid order. A second approval sends an equal one, which grants nothing more. */
  async #report(order) {
    order.paidAt ??= new Date().toISOString();
    const { reference, minorUnits, currency, isPlan, paidAt: at } = order;
    const body = JSON.stringify({ reference, minorUnits, currency, at, isPlan });
    const { status } = await fetch(new URL(`/api/billing/webhooks/${NAME}`, order.successUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE]: signatureOf(body, this.#secret) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 200) throw new Error(`The service answered the webhook with ${status}.`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { TEST_PAYMENTS_SECRET: secret = '' } = process.env;
  const [, host, port] = /^\[?([^\]]+)\]?:(\d+)$/.exec(process.argv[2] ?? '') ?? [];
  if (!port || secret.length < SHORTEST_SECRET) {
    console.error(
      `usage: TEST_PAYMENTS_SECRET=<${SHORTEST_SECRET} characters or more> node payment-pages.mjs <host>:<port>`,
    );
    process.exit(1);
  }
  console.log(`test payments at ${await new PaymentPages(secret).listen(host, Number(port))}`);
}
