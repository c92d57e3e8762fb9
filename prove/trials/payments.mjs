// V3: random payments with refunds, failed refunds, disputes and won disputes. Every webhook is delivered five times, at once, in any
// order, to two processes that are killed meanwhile; forged ones, and payments of unknown orders, are among them. The buyers
// spend while it lasts. A model of two lines says what each account has at the end: each payment was granted once, and each movement
// of money after it was taken or given back once. A forged webhook is 400, and every payment has its event in the audit log.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signUp, uuidOf } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { LEDGER_LAWS } from '../harness/checks/ledger-laws.mjs';
import { webhookOf } from '../harness/payments/payment-webhook.mjs';

const PLUGINS = fileURLToPath(new URL('../harness/payments/payments-plugin.mjs', import.meta.url));
const SECRET = 'a secret of the payments in the trials';
const WEBHOOKS = '/api/billing/webhooks/chaos';
/** Minor units and thousandths of a credit of the packs of catalogue/packs.yaml. */
const PACKS = { small: [1000, 1_000_000], medium: [5000, 5_500_000], large: [10_000, 12_000_000] };
const DELIVERIES = 5;
const AT_ONCE = 24;
/** A killed process is ready again within seconds. */
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 600;

export default {
  name: 'V3',
  title:
    'payments, refunds and disputes: each webhook five times, in any order, forged, beside kills and charges',
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 10, long: 200 });
    const tally = {
      payments: 0,
      movements: 0,
      deliveries: 0,
      'deliveries that failed': 0,
      forged: 0,
      kills: 0,
      charges: 0,
    };
    const target = await Target.open(context, {
      processes: { api: 2, worker: 1 },
      connections: AT_ONCE,
      restart: true,
      env: { PLUGINS, CHAOS_PAYMENTS_SECRET: SECRET, SIGNUP_CREDITS: '0', ENABLE_FAULT_MODEL: 'true' },
    });
    for (let round = 0; round < rounds; round += 1) {
      await new Round(target, context.random.fork(`round ${round}`), tally).run();
      context.progress(round + 1, rounds);
    }
    await target.close();
    return { n: { rounds, ...tally } };
  },
};

class Round {
  constructor(target, random, tally) {
    Object.assign(this, { target, random, tally });
  }

  async run() {
    const { random } = this;
    const people = [];
    for (let n = 0; n < 4; n += 1) people.push(await this.makeBuyer());
    const payments = [];
    for (let n = 0; n < 24; n += 1) payments.push(await this.makePayment(random.pick(people)));
    const deliveries = payments
      .flatMap(({ events }) => events)
      .flatMap((event) => Array(DELIVERIES).fill(event));
    this.isOver = false;
    const beside = [this.killWhile(), this.spendWhile(people)];
    const shuffled = shuffle(random, [...deliveries, ...Array(40).fill(null)]);
    await inParallel(shuffled.length, AT_ONCE, (at) =>
      shuffled[at] ? this.deliver(shuffled[at], at) : this.forge(random.pick(payments), at),
    );
    this.isOver = true;
    await Promise.all(beside);
    await this.expectModel(people, payments);
  }

  async makeBuyer() {
    const person = await signUp(this.caller(0));
    const { key } = await this.askUntil(201, 'POST', '/api/keys', {
      token: person.accessToken,
      body: { name: 'buyer', scopes: ['write'], rateLimit: 6000 },
    });
    return { ...person, key };
  }

  /** Opens a checkout and invents what happens to its money. */
  async makePayment(person) {
    const { random } = this;
    const pack = random.pick(Object.keys(PACKS));
    const [price, credits] = PACKS[pack];
    const { checkoutId } = await this.askUntil(201, 'POST', '/api/billing/checkout', {
      token: person.accessToken,
      body: { pack },
    });
    const paymentId = `payment_${randomUUID()}`;
    const at = new Date().toISOString();
    const events = [
      {
        ...{ kind: 'paid', paymentId, reference: uuidOf(checkoutId), at, minorUnits: price },
        ...{ customerId: null, subscription: null, receiptUrl: null },
      },
    ];
    let [left, reversed] = [price, 0];
    for (let n = random.between(0, 4); n > 0 && left > 0; n -= 1) {
      const minorUnits = random.between(1, left);
      const [kind, undone] = random.pick([
        ['refunded', 'refund_failed'],
        ['disputed', 'dispute_won'],
      ]);
      const movement = { paymentId, reversalId: `reversal_${randomUUID()}`, minorUnits, at };
      events.push({ ...movement, kind });
      // Money that came back can be sent back again, which this model leaves out.
      left -= minorUnits;
      if (random.chance(0.3)) events.push({ ...movement, kind: undone });
      else reversed += minorUnits;
    }
    this.tally.payments += 1;
    this.tally.movements += events.length - 1;
    return { person, events, granted: credits, takenBack: Math.floor((credits * reversed) / price) };
  }

  /** Delivers until the service accepts it, as a payment service does. */
  async deliver(event, at) {
    const { body, headers } = webhookOf([event], SECRET);
    this.tally.deliveries += 1;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const { status, text } = await this.caller(at + attempt).ask('POST', WEBHOOKS, { body, headers });
      if (status === 200) return;
      if (![0, 500, 503].includes(status)) return this.target.found(`a webhook: ${status} ${text}`);
      this.tally['deliveries that failed'] += 1;
      await sleep(PAUSE_MS);
    }
    this.target.found(`a webhook was never accepted: ${body}`);
  }

  /** A webhook with another secret, and one that is signed but names an order that does not exist. */
  async forge({ events }, at) {
    const { random } = this;
    const isSigned = random.chance(0.5);
    const unknown = { ...events[0], paymentId: `payment_${randomUUID()}`, reference: randomUUID() };
    const { body, headers } = webhookOf(
      [isSigned ? unknown : events[0]],
      isSigned ? SECRET : 'another secret',
    );
    this.tally.forged += 1;
    const { status, text } = await this.caller(at).ask('POST', WEBHOOKS, { body, headers });
    const expected = isSigned ? [0, 200, 503] : [0, 400, 503];
    if (!expected.includes(status)) this.target.found(`a forged webhook: ${status} ${text}`);
    if (status === 400 && JSON.parse(text).code !== 'signature_invalid')
      this.target.found(`a forged webhook: ${text}`);
  }

  async killWhile() {
    const { cluster } = this.target;
    while (!this.isOver) {
      await sleep(this.random.between(300, 900));
      const ready = cluster.apis.filter((service) => service.isReady);
      if (ready.length < 2) continue;
      await this.random.pick(ready).kill();
      this.tally.kills += 1;
    }
  }

  async spendWhile(people) {
    for (let n = 0; !this.isOver; n += 1) {
      const { status, text } = await this.caller(n).ask('POST', '/api/generate', {
        token: people[n % people.length].key,
        body: { modelKey: 'embedded-fault', mode: 'permanent' },
      });
      if (status === 201) this.tally.charges += 1;
      else if (![0, 402, 429, 503].includes(status)) this.target.found(`a charge: ${status} ${text}`);
      await sleep(20);
    }
  }

  /** All that was charged was refunded: what is left is what was granted without what was taken back. */
  async expectModel(people, payments) {
    const { target } = this;
    await this.untilNothingIsHeld(people);
    for (const { accountId } of people) {
      const own = payments.filter(({ person }) => person.accountId === accountId);
      const expected = own.reduce((sum, { granted, takenBack }) => sum + granted - takenBack, 0);
      const [{ balance, owed }] = await target.query(
        'select balance::float8, owed::float8 from accounts where id = $1',
        [accountId],
      );
      if (balance - owed !== expected || Math.min(balance, owed) !== 0)
        target.found(`an account has ${balance} and owes ${owed}, but ${expected} were expected`);
      const [{ grants, audited }] = await target.query(
        `select (select count(*)::int from ledger_transfers where account_id = $1 and kind = 'grant') as grants,
           (select count(*)::int from audit_events where account_id = $1 and action = 'payment.granted') as audited`,
        [accountId],
      );
      if (grants !== own.length || audited !== own.length)
        target.found(`${own.length} payments: ${grants} grants, ${audited} in the audit log`);
    }
    for (const [law, text] of Object.entries(LEDGER_LAWS)) {
      const broken = await target.query(text);
      if (broken.length > 0) target.found(`${law}: ${JSON.stringify(broken.slice(0, 3))}`);
    }
  }

  async untilNothingIsHeld(people) {
    const ids = people.map(({ accountId }) => accountId);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const [{ held }] = await this.target.query(
        `select count(*)::int as held from accounts where id = any($1::uuid[]) and held > 0`,
        [ids],
      );
      if (held === 0) return;
      await sleep(PAUSE_MS);
    }
    this.target.found('predictions were not settled');
  }

  async askUntil(status, method, path, options) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.caller(attempt).ask(method, path, options);
      if (answer.status === status) return JSON.parse(answer.text);
      if (attempt === MOST_ATTEMPTS || ![0, 503].includes(answer.status))
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      await sleep(PAUSE_MS);
    }
  }

  caller(at) {
    const { callers } = this.target;
    return callers[at % callers.length];
  }
}

function shuffle(random, items) {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}
