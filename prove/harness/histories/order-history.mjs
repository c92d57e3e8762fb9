// Records the orders of a buyer as one object. Checkouts are opened and repeated, and the payment service reports payments, refunds and
// disputes repeatedly, in any order, at every process. Each order gets more than one payment, and one payment of another amount.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signUp, uuidOf } from '../callers/accounts.mjs';
import { generatePack } from '../payments/payment-histories.mjs';
import { webhookOf } from '../payments/payment-webhook.mjs';
import { runClients } from './clients.mjs';
import { Recorder, thousandths } from './recorder.mjs';

/** The packs of catalogue/packs.yaml; prices are minor units, credits are thousandths. */
const PACKS = {
  small: { price: 1_000, currency: 'EUR', credits: 1_000_000 },
  medium: { price: 5_000, currency: 'USD', credits: 5_500_125 },
  large: { price: 10_000, currency: 'JPY', credits: 12_000_000 },
};
const KINDS = Object.entries({ checkout: 14, report: 46, balance: 24, payments: 16 }).flatMap(
  ([kind, weight]) => Array(weight).fill(kind),
);

export class OrderHistory {
  /** @param {{processes, caller, random, secret: string}} parts `secret` of the payment service */
  constructor(parts) {
    Object.assign(this, parts);
    /** label → id of the checkout, after a response contained it */
    this.checkouts = new Map();
    /** {label, order, …} of each report */
    this.events = [];
  }

  async prepare(name) {
    this.name = name;
    this.token = (await signUp(this.caller)).accessToken;
    const { key } = await this.caller.expect(201, 'POST', '/api/keys', {
      token: this.token,
      body: { name, scopes: ['billing'], rateLimit: 6000 },
    });
    this.key = key;
    const { balance } = await this.caller.expect(200, 'GET', '/api/credits/balance', { token: key });
    const orders = Object.fromEntries(
      Object.entries(PACKS).map(([label, { price, credits, currency }]) => [
        label,
        { Price: price, Credits: credits, Currency: currency },
      ]),
    );
    const init = { balance: thousandths(balance), orders };
    this.recorder = new Recorder(this.processes, { model: 'orders', name, init });
    return this;
  }

  async run(clients, operations) {
    await runClients(this.random, clients, operations, async (client, random) => {
      await this.step(client, random);
      await sleep(random.between(0, 40));
    });
  }

  /** Repeats each checkout, report and read until it is answered, as the payment service does with its reports. */
  async finish() {
    const { recorder } = this;
    const last = (request) => recorder.recordUntilKnown({ client: 0, ...request.operation }, ...request.rest);
    for (const label of Object.keys(PACKS)) {
      const answer = await last(this.checkout(label));
      if (answer.status === 201) this.noteCheckout(label, answer.body.checkoutId);
    }
    for (const event of this.events) await last(this.report(event));
    for (const kind of ['balance', 'payments']) await last(this.read(kind));
  }

  write(path) {
    return this.recorder.write(path);
  }

  async step(client, random) {
    const process = await this.processes.pick(random);
    const kind = random.pick(KINDS);
    const send = ({ operation, rest }) => this.recorder.record({ client, process, ...operation }, ...rest);
    if (kind === 'report')
      return this.events.length > 0 ? send(this.report(random.pick(this.events))) : undefined;
    if (kind !== 'checkout') return send(this.read(kind));
    const label = random.pick(Object.keys(PACKS));
    const answer = await send(this.checkout(label));
    if (answer?.status === 201) this.noteCheckout(label, answer.body.checkoutId);
    return answer;
  }

  checkout(label) {
    const { token } = this;
    const options = { token, body: { pack: label }, idempotencyKey: `${this.name}-${label}` };
    return {
      operation: { kind: 'checkout', input: { order: label } },
      rest: [
        ['POST', '/api/billing/checkout', options],
        ({ headers, body: { code, checkoutId } }) => ({
          ...{ code, id: checkoutId },
          replayed: headers['idempotent-replayed'] === 'true',
        }),
      ],
    };
  }

  report({ label, order, ...event }) {
    const { kind, paymentId, reversalId, minorUnits, currency } = event;
    const input = {
      ...{ label, order, behaviour: kind, payment: paymentId },
      ...{ reversal: reversalId, amount: minorUnits, currency },
    };
    return {
      operation: { kind: 'report', input },
      rest: [
        ['POST', '/api/billing/webhooks/chaos', { signed: () => webhookOf([event], this.secret) }],
        ({ body }) => ({ code: body.code }),
      ],
    };
  }

  read(kind) {
    const { token, key } = this;
    if (kind === 'balance')
      return {
        operation: { kind },
        rest: [
          ['GET', '/api/credits/balance', { token: key }],
          ({ body }) => ({ balance: thousandths(body.balance) }),
        ],
      };
    return {
      operation: { kind },
      rest: [
        ['GET', '/api/billing/payments?limit=100', { token }],
        ({ body }) => ({
          entries: body.items.map(({ status, amount, credits }) => ({
            ...{ kind: status, amount, balance: thousandths(credits), of: '' },
          })),
        }),
      ],
    };
  }

  /** Generates the reports of an order: two payments with their refunds and disputes, and one payment of another amount. */
  noteCheckout(label, checkoutId) {
    if (this.checkouts.has(label)) return;
    this.checkouts.set(label, checkoutId);
    const random = this.random.fork(label);
    const order = { reference: uuidOf(checkoutId), ...PACKS[label] };
    const paid = [generatePack(random, order), generatePack(random, order)].flatMap(({ events }) => events);
    const wrong = { ...paid[0], paymentId: `payment_${randomUUID()}`, minorUnits: order.price + 1 };
    for (const event of [...paid, wrong])
      this.events.push({ ...event, label: `e${this.events.length}`, order: label });
  }
}
