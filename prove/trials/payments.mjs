// V3: random payments with refunds, failed refunds, disputes and won disputes, and random subscriptions: begun, renewed, failed,
// cancelled, replaced by another plan, ended, with payments that differ from the order. Every webhook is delivered five times, in any
// order, some much later, to two processes that are killed meanwhile. The worker that ends replaced subscriptions is killed too. Some
// webhooks are forged, some payments belong to unknown orders or to orders of other accounts, and some events are lost. Orders are in
// three currencies. During the trial the buyers spend credits with a key and its replacement, for their end users, and one account is
// deleted.
//
// A small model states the final state of each account: each payment and each month was granted once, each later movement of money was
// taken back or returned once, the plan is that of the subscription that runs at the payment service, credits of a month expire at its
// end, and the audit log has exactly one event for each change.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { publicIdOf } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';
import { LEDGER_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';
import { PACKS, PaymentBuyers, PLANS } from '../harness/payments/payment-buyers.mjs';
import { PaymentChecks } from '../harness/payments/payment-checks.mjs';
import { PaymentService } from '../harness/payments/payment-service.mjs';
import { WebhookDeliveries } from '../harness/payments/webhook-deliveries.mjs';

const PLUGINS = fileURLToPath(new URL('../harness/payments/payments-plugin.mjs', import.meta.url));
const CATALOGUE = fileURLToPath(new URL('../../catalogue', import.meta.url));
const SECRET = 'a secret of the payments in the trials';
/** A killed process is ready again within seconds. A rejected request for an end is repeated after a minute and may be rejected again. */
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 1_500;

export default {
  name: 'V3',
  title:
    'payments, refunds, disputes and subscriptions: each webhook five times, in any order, late, forged, beside kills, charges and a deletion',
  largerTiers: true,
  async run(context) {
    const catalogue = await mkdtemp(join(tmpdir(), 'offprint-plans-'));
    const service = new PaymentService(context.random.fork('payment service'), {
      mayRefuse: context.tier !== 'gate',
    });
    try {
      await cp(CATALOGUE, catalogue, { recursive: true });
      // JSON is YAML.
      await writeFile(join(catalogue, 'plans.yaml'), JSON.stringify(PLANS));
      await writeFile(join(catalogue, 'packs.yaml'), JSON.stringify(PACKS));
      return { n: await tryPayments(context, service, catalogue) };
    } finally {
      await service.stop();
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

async function tryPayments(context, service, catalogue) {
  const rounds = context.count({ gate: 1, short: 10, long: 200 });
  const tally = {
    ...{ packs: 0, subscriptions: 0, months: 0, movements: 0, lost: 0 },
    ...{ deliveries: 0, 'deliveries that failed': 0 },
    ...{ forged: 0, 'of other accounts': 0, kills: 0, charges: 0, 'deleted accounts': 0 },
  };
  const target = await Target.open(context, {
    processes: { api: 2, worker: 1 },
    connections: 24,
    restart: true,
    env: {
      ...{ PLUGINS, CHAOS_PAYMENTS_SECRET: SECRET, CHAOS_PAYMENTS: await service.start() },
      ...{ SIGNUP_CREDITS: '0', ENABLE_FAULT_MODEL: 'true', CATALOGUE_DIR: catalogue },
    },
  });
  for (let round = 0; round < rounds; round += 1) {
    await new Round({ target, service, tally }, context.random.fork(`round ${round}`)).run();
    context.progress(round + 1, rounds);
  }
  await target.close();
  const { ends, 'failed ends': failedEnds } = service;
  return { rounds, ...tally, 'ended by the service': ends, 'failed ends': failedEnds };
}

class Round {
  constructor({ target, service, tally }, random) {
    Object.assign(this, { target, service, tally, random });
    this.deliveries = new WebhookDeliveries(target, random, SECRET, tally);
    this.buyers = new PaymentBuyers({ target, service, tally }, random);
  }

  async run() {
    const { random, buyers } = this;
    const people = [];
    for (let n = 0; n < 5; n += 1) people.push(await buyers.makeBuyer());
    const [given, deleted, ...others] = people;
    await buyers.makeAdministrator();
    await buyers.subscribe(given, { isBegun: true, isEnding: false });
    for (const person of [deleted, ...others])
      for (let n = random.between(1, 3); n > 0; n -= 1) await buyers.subscribe(person);
    for (let n = 0; n < 10; n += 1) await buyers.buyPack(random.pick(people));
    this.isOver = false;
    const beside = [this.killWhile(), this.spendWhile(people)];
    await this.deliverAll(people, { given, deleted, others });
    this.isOver = true;
    await Promise.all(beside);
    await this.expectModel(people);
  }

  /** Delivers most reports of the payment service first, then the others, with late deliveries, further months and other plans. */
  async deliverAll(people, { given, deleted, others }) {
    const { random, buyers, deliveries } = this;
    const [now, later] = [[], []];
    for (const event of eventsOf(people))
      (random.chance(0.8) || event.reference === firstOf(given) ? now : later).push(event);
    const [late] = await Promise.all([
      deliveries.deliver(now, { forged: 30 }),
      sleep(random.between(0, 1500)).then(() => buyers.delete(deleted)),
    ]);
    // Its subscription to another plan has begun and ends now; the account keeps the plan that the administrator assigned.
    await buyers.assignPlan(given, 'gift');
    later.push(...buyers.endAll(given));
    for (const person of others) later.push(...(await buyers.renewAll(person)));
    for (const event of later)
      if (random.chance(0.5)) event.accountId = publicIdOf('acc', random.pick(people).accountId);
    const last = await deliveries.deliver(later, { late, forged: 10 });
    // A worker that is killed repeatedly can lose each of its requests for an end, which it repeats once per minute.
    this.hasKilled = true;
    const foreign = [
      ...buyers.createForeignEvents(others[0], others[1]),
      ...buyers.createForeignEvents(others[1], others[2]),
    ];
    last.push(...(await deliveries.deliver(foreign)));
    await this.drain(last);
  }

  /** Waits until the service has ended all subscriptions that it must end, and every end was reported. */
  async drain(last) {
    const { target, service, deliveries } = this;
    let late = last;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      late = await deliveries.deliver(service.unreported.splice(0), { late });
      const [{ left }] = await target.query(
        `select count(*)::int as left from subscriptions where ended_at is null
           and (end_requested_at is not null or paid_until < clock_timestamp() - interval '15 days')`,
      );
      if (left + late.length + service.unreported.length === 0) return;
      await sleep(PAUSE_MS);
    }
    target.found('a subscription was not ended');
  }

  async killWhile() {
    const { services, apis } = this.target.cluster;
    while (!this.hasKilled) {
      await sleep(this.random.between(200, 700));
      const victim = this.random.pick(services);
      // One of the two processes that receive webhooks always runs.
      if (!victim.isReady || apis.every((service) => service === victim || !service.isReady)) continue;
      await victim.kill();
      this.tally.kills += 1;
    }
  }

  async spendWhile(people) {
    for (let n = 0; !this.isOver; n += 1) {
      const { keys, isDeleted } = people[n % people.length];
      const { status, text } = await this.deliveries.caller(n).request('POST', '/api/generate', {
        token: this.random.pick(keys),
        body: { modelKey: 'embedded-fault', mode: 'permanent', externalUserId: `customer-${n % 3}` },
      });
      if (status === 201) this.tally.charges += 1;
      else if (![0, 402, 429, 503, ...(isDeleted ? [401] : [])].includes(status))
        this.target.found(`a charge: ${status} ${text}`);
      await sleep(20);
    }
  }

  async expectModel(people) {
    const { target } = this;
    await this.untilNothingIsHeld(people);
    const checks = new PaymentChecks(target.query, target.found);
    for (const person of people) await checks.compare(person, person.history);
    await this.expectEndedKeys(people.filter(({ isDeleted }) => isDeleted));
    for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) {
      const broken = await target.query(text);
      if (broken.length > 0) target.found(`${invariant}: ${JSON.stringify(broken.slice(0, 3))}`);
    }
    target.conclude();
  }

  /** Requires that no secret of a deleted account works, including those of keys in their grace. */
  async expectEndedKeys(people) {
    for (const token of people.flatMap(({ keys }) => keys)) {
      const { status } = await this.deliveries
        .caller(0)
        .request('POST', '/api/generate', { token, body: {} });
      if (status !== 401) this.target.found(`a key of a deleted account: ${status}`);
    }
  }

  async untilNothingIsHeld(people) {
    const ids = people.map(({ accountId }) => accountId);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const [{ held }] = await this.target.query(
        `select count(*)::int as held from wallets where account_id = any($1::uuid[]) and held > 0`,
        [ids],
      );
      if (held === 0) return;
      await sleep(PAUSE_MS);
    }
    this.target.found('predictions were not settled');
  }
}

const eventsOf = (people) =>
  people.flatMap(({ history: { packs, subscriptions } }) =>
    [...packs, ...subscriptions].flatMap(({ events }) => events),
  );

const firstOf = ({ history: { subscriptions } }) => subscriptions[0].reference;
