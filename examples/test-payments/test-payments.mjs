// A payment service that takes no money, to try payments: PLUGINS=examples/test-payments/test-payments.mjs npm start
// Alone, its page listens on this machine, and its secret is this process's: one process of the service. To rehearse payments on
// several machines, run payment-pages.mjs on one, and give all processes of the service its address and its secret:
// TEST_PAYMENTS_URL and TEST_PAYMENTS_SECRET. The tour of the README buys a pack with it.
import { randomBytes } from 'node:crypto';
import { ConfigError, PaymentProvider, SignatureInvalid } from 'offprint';
import {
  isSigned,
  NAME,
  PaymentPages,
  requestText,
  SHORTEST_SECRET,
  SIGNATURE,
  signatureOf,
} from './payment-pages.mjs';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;

/** @param variable returns a setting, or null when it is unset */
function readSettings(variable) {
  const [url, secret] = [variable('TEST_PAYMENTS_URL'), variable('TEST_PAYMENTS_SECRET')];
  const problems = [];
  if ((url === null) !== (secret === null))
    problems.push('TEST_PAYMENTS_URL and TEST_PAYMENTS_SECRET must be set together, or neither');
  if (url !== null && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    problems.push(
      'TEST_PAYMENTS_URL must be the address of payment-pages.mjs, such as http://10.0.0.40:9300',
    );
  if (secret !== null && secret.length < SHORTEST_SECRET)
    problems.push(`TEST_PAYMENTS_SECRET must have at least ${SHORTEST_SECRET} characters`);
  // A rehearsal on several machines says so with both.
  if (url === null && variable('NODE_ENV') === 'production')
    problems.push(
      'PLUGINS: test-payments gives credits away: not with NODE_ENV=production, unless TEST_PAYMENTS_URL and TEST_PAYMENTS_SECRET say that this installation is for rehearsals',
    );
  if (problems.length > 0) throw new ConfigError(problems);
  return { url: url?.replace(/\/+$/, '') ?? null, secret };
}

class TestPayments extends PaymentProvider {
  name = NAME;
  canCharge = true;
  #secret;
  /** Of the pages; until this process listens for them itself, null. */
  #url;
  /** Null: they are another program. */
  #pages = null;

  constructor() {
    super();
    const { url, secret } = readSettings((name) => process.env[name] || null);
    this.#url = url;
    this.#secret = secret ?? randomBytes(32).toString('hex');
    if (url === null) this.#pages = new PaymentPages(this.#secret);
  }

  async onModuleInit() {
    if (this.#pages === null) return;
    this.#url = await this.#pages.listen('127.0.0.1', 0);
    this.#pages.unref();
  }

  onApplicationShutdown() {
    this.#pages?.close();
  }

  async checkout({ reference, item, successUrl, cancelUrl }) {
    const { minorUnits, currency } = item.price;
    const order = {
      ...{ reference, title: item.title, minorUnits: String(minorUnits), currency },
      ...{ isPlan: item.kind === 'plan', successUrl, cancelUrl },
    };
    if (this.#pages) this.#pages.add(order);
    else await this.#ask('PUT', reference, order);
    // A real page is https.
    return { id: reference, url: this.#pageOf(reference) };
  }

  async endCheckout(id) {
    if (this.#pages) return this.#pages.end(id);
    return (await this.#ask('DELETE', id)) !== 409;
  }

  async portal() {
    return { url: `${this.#url}/portal` };
  }

  async endSubscription() {
    // A month is paid when its checkout is approved, and no other one follows.
  }

  async receive(body, headers) {
    if (!isSigned(body, headers[SIGNATURE], this.#secret)) throw new SignatureInvalid();
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

  #pageOf(reference) {
    return `${this.#url}/checkouts/${reference}`;
  }

  /** @returns the status: 204, or 409 for the end of a paid order */
  async #ask(method, reference, order) {
    const url = new URL(this.#pageOf(reference));
    const body = order === undefined ? '' : JSON.stringify(order);
    const signature = signatureOf(requestText(method, url.pathname, body), this.#secret);
    const { status } = await fetch(url, {
      method,
      headers: { [SIGNATURE]: signature },
      body: body || undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status !== 204 && status !== 409) throw new Error(`The test payments answered with ${status}.`);
    return status;
  }
}

export default {
  name: NAME,
  replace: { PaymentProvider: TestPayments },
  checkSettings: (variable) => void readSettings(variable),
};
