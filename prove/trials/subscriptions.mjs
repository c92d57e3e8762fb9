// V8: subscriptions with all lifecycles that Stripe's documentation allows, through the real extension and a fake Stripe: trials, failed
// first payments, discounts, balances, debts, fees, prorations, paused collection, void and uncollectible invoices, payments outside of
// Stripe, another price, and every status up to the end. The clock moves in steps of days. Each webhook is delivered five times in any
// order to two processes that are killed meanwhile; the worker is killed too. After each step exactly the paid months were granted, each
// once; the account has the plan exactly while a month is being paid or the grace lasts; and no subscription was ended earlier, except
// those with a rejected month.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signUp, uuidOf } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { Target } from '../harness/callers/target.mjs';
import { LEDGER_INVARIANTS } from '../harness/checks/ledger-invariants.mjs';
import { STRIPE_SECRETS, STRIPE_WIRE, StripeService } from '../harness/payments/stripe-service.mjs';
import { DAY, StripeSubscription } from '../harness/payments/stripe-subscription.mjs';
import { WebhookDeliveries } from '../harness/payments/webhook-deliveries.mjs';

const PLUGIN = fileURLToPath(new URL('../../packages/stripe-billing/dist/index.js', import.meta.url));
const CATALOGUE = fileURLToPath(new URL('../../catalogue', import.meta.url));
const PRICE = 1900;
const CREDITS = 2000;
/** JSON is YAML. */
const PLANS = JSON.stringify({
  default: 'free',
  plans: [
    { key: 'free', title: 'Free' },
    { key: 'pro', title: 'Pro', monthlyCredits: CREDITS, price: { amount: PRICE, currency: 'EUR' } },
  ],
});
const GRACE_DAYS = 15;
/** Shorter than the time between two payments of one subscription, so that at most one month is not delivered yet. */
const STEP_DAYS = 12;
/** Time after the end of the grace in which a worker must end a subscription: the rounds take seconds. */
const SLACK_SECONDS = 60;
const PAUSE_MS = 500;
const MOST_PAUSES = 360;
const MOST_CHECKOUTS = 20;

export default {
  name: 'V8',
  title:
    'subscriptions with every status, invoice and balance of Stripe: five deliveries in any order beside kills, each paid month once, no plan beyond the grace',
  seconds: 40,
  async run(context) {
    const catalogue = await mkdtemp(join(tmpdir(), 'offprint-plans-'));
    const trial = new Subscriptions(context);
    try {
      await cp(CATALOGUE, catalogue, { recursive: true });
      await writeFile(join(catalogue, 'plans.yaml'), PLANS);
      return { n: await trial.run(catalogue) };
    } finally {
      await trial.stripe.stop();
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

class Subscriptions {
  aheadSeconds = 0;
  tally = { accounts: 0, steps: 0, events: 0, deliveries: 0, 'deliveries that failed': 0, kills: 0 };

  constructor(context) {
    const { random, tier } = context;
    Object.assign(this, { context, random });
    this.stripe = new StripeService(random.fork('stripe'), {
      mayRefuse: tier !== 'gate',
      onEnd: (subscription) => this.expectEndOf(subscription),
    });
  }

  /** Current time of the database and of Stripe, in seconds. */
  get clock() {
    return Math.floor(Date.now() / 1000) + this.aheadSeconds;
  }

  async run(catalogue) {
    const { context, tally } = this;
    const rounds = context.count({ gate: 1, short: 4, long: 60 });
    const accounts = context.count({ gate: 16, short: 60, long: 100 });
    const steps = context.count({ gate: 5, short: 10, long: 15 });
    const cluster = await context.startCluster({
      processes: { api: 2, worker: 1 },
      plugin: false,
      restart: true,
      movableClock: true,
      env: {
        ...{ PLUGINS: PLUGIN, STRIPE_API_URL: await this.stripe.start(), CATALOGUE_DIR: catalogue },
        ...{ STRIPE_SECRET_KEY: STRIPE_SECRETS.key, STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.webhooks },
        ...{ SIGNUP_CREDITS: '0', TRUST_PROXY: 'true', SUBSCRIPTION_GRACE_DAYS: String(GRACE_DAYS) },
      },
    });
    this.target = new Target(context, cluster, { connections: 24, watch: true });
    this.deliveries = new WebhookDeliveries(
      ...[this.target, this.random, STRIPE_SECRETS.webhooks, tally, STRIPE_WIRE],
    );
    for (let round = 0; round < rounds; round += 1) {
      await this.runSteps(await this.subscribe(accounts, round), steps, round);
      context.progress(round + 1, rounds);
    }
    await this.target.close();
    const { requests, ends, lost } = this.stripe;
    const lives = [...this.stripe.subscriptions.values()];
    const sum = (of) => lives.reduce((total, life) => total + of(life), 0);
    return {
      rounds,
      ...tally,
      months: sum(({ months }) => months.length),
      'failed payments': sum(({ failures }) => failures),
      'rejected payments': sum(({ rejected }) => rejected),
      'requests to Stripe': requests,
      'lost responses': lost,
      'ended by the service': ends,
    };
  }

  /** Creates accounts with a checkout of the plan, and their subscriptions at Stripe. */
  async subscribe(count, round) {
    const people = [];
    const { callers, cluster } = this.target;
    await Promise.all(cluster.apis.map((api) => api.untilReady()));
    await inParallel(count, 8, async (at) => {
      const caller = callers[at % callers.length];
      const { accountId, accessToken: token } = await signUp(caller, { address: nextAddress() });
      const checkoutId = await this.checkOut(caller, token);
      const random = this.random.fork(`life ${round}/${at}`);
      const startsAt = this.clock + random.between(0, 10 * DAY);
      const life = new StripeSubscription(random, {
        reference: uuidOf(checkoutId),
        price: PRICE,
        startsAt,
        turn: at,
      });
      this.tally.accounts += 1;
      this.stripe.subscriptions.set(life.id, life);
      people.push({ accountId, life });
    });
    return people;
  }

  /** Opens a checkout; repeats the request when a response of Stripe was lost. */
  async checkOut(caller, token) {
    const order = { token, address: nextAddress(), body: { plan: 'pro' } };
    for (let attempt = 0; attempt < MOST_CHECKOUTS; attempt += 1) {
      const { status, text } = await caller.request('POST', '/api/billing/checkout', order);
      if (status === 201) return JSON.parse(text).checkoutId;
      if (status !== 503) break;
      await sleep(PAUSE_MS);
    }
    return this.context.fail('a checkout could not be opened');
  }

  async runSteps(people, steps, round) {
    let late = [];
    for (let step = 0; step < steps; step += 1) {
      this.tally.steps += 1;
      this.aheadSeconds += STEP_DAYS * DAY;
      const events = people.flatMap(({ life }) => life.advance(this.clock));
      this.tally.events += events.length;
      await this.target.cluster.moveDatabaseClock(this.aheadSeconds);
      this.isKilling = true;
      const killing = this.killWhile();
      late = await this.deliveries.deliver(events, { late });
      this.isKilling = false;
      await killing;
      await this.expectModel(people, `round ${round}, step ${step}`);
    }
    await this.deliveries.deliver([], { late });
    await this.expectModel(people, `round ${round}, after all deliveries`);
  }

  /** Kills processes; one of the two processes that receive webhooks always runs. */
  async killWhile() {
    const { services, apis } = this.target.cluster;
    while (this.isKilling) {
      await sleep(this.random.between(200, 700));
      const victim = this.random.pick(services);
      if (!victim.isReady || apis.every((service) => service === victim || !service.isReady)) continue;
      await victim.kill();
      this.tally.kills += 1;
    }
  }

  /** Called when the service ends a subscription at Stripe. */
  expectEndOf(life) {
    // A month that differs from the order is never granted; it is paid each month until the subscription ends.
    if (life.rejected > 0) return;
    // Stripe has no call that ends only an unpaid one.
    if (life.isPaidSinceAsked) return;
    const overdue = this.clock - life.paidUntil - GRACE_DAYS * DAY;
    if (overdue < 0 || life.isPaid)
      this.target.found(
        `a subscription was ended at Stripe ${overdue} s after the grace, while Stripe calls it ${life.status}: ${life.steps.join(', ')}`,
      );
  }

  /** Waits until the worker has ended what it must, and compares every account with its subscription. */
  async expectModel(people, when) {
    let wrong = [];
    for (let pause = 0; pause < MOST_PAUSES; pause += 1) {
      // Ends that the service has requested are reported too.
      const events = people.flatMap(({ life }) => life.events.splice(0));
      if (events.length > 0) await this.deliveries.deliver(events);
      wrong = await this.compare(people);
      if (wrong.length === 0) break;
      await sleep(PAUSE_MS);
    }
    for (const line of wrong) this.target.found(`${when}: ${line}`);
    for (const [invariant, text] of Object.entries(LEDGER_INVARIANTS)) {
      const broken = await this.target.query(text);
      if (broken.length > 0)
        this.target.found(`${when}: ${invariant}: ${JSON.stringify(broken.slice(0, 3))}`);
    }
    this.target.conclude();
  }

  async compare(people) {
    const rows = await this.target.query(
      `select a.id, a.plan, (w.balance - w.owed)::float8 / 1000 as credits,
         (select count(*)::int from ledger_transfers t where t.account_id = a.id and t.kind = 'grant') as grants,
         array(select p.period_ends_at from payments p where p.account_id = a.id and p.credits > 0 order by 1) as months,
         (select count(*)::int from payments p where p.account_id = a.id and p.status = 'rejected') as rejected
       from accounts a join wallets w on w.account_id = a.id where a.id = any ($1::uuid[])`,
      [people.map(({ accountId }) => accountId)],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return people.flatMap(({ accountId, life }) => {
      const { plan, credits, grants, months, rejected } = byId.get(accountId);
      const paid = life.months.map(({ end }) => end).sort((a, b) => a - b);
      const overdue = this.clock - life.paidUntil - GRACE_DAYS * DAY;
      const plans = life.isPaying && overdue < SLACK_SECONDS ? ['pro'] : [];
      // A rejected or abandoned subscription may lose the plan only when its grace is over.
      if (!life.isPaying || overdue > 0) plans.push('free');
      const facts = [
        ['months', months.map((at) => at.getTime() / 1000), paid],
        ['credits', credits, paid.length * CREDITS],
        ['grants', grants, paid.length],
        ['rejected payments', rejected, life.rejected],
        ['continues after a rejected month', life.rejected > 0 && !life.isEnded, false],
        ['plan', plans.includes(plan) ? plans : [plan], plans],
      ].map(([what, actual, expected]) => [what, JSON.stringify(actual), JSON.stringify(expected)]);
      return facts
        .filter(([, actual, expected]) => actual !== expected)
        .map(
          ([what, actual, expected]) =>
            `${what} ${actual} instead of ${expected}, paid until ${Math.round(-overdue / DAY)} days before the end of the grace: ${life.steps.join(', ')}`,
        );
    });
  }
}
