// One subscription at Stripe with a random lifecycle: every status, invoice and field of Stripe's documentation that leads to a payment
// or to an end, with the events that Stripe sends. It runs in virtual time, in whole seconds, and states the expected result: the paid
// months, and whether a month is being paid.
//
//   const subscription = new StripeSubscription(random, { reference, price, startsAt })
//   subscription.advance(until) → events · .isPaying · .paidUntil · .months · .rejected
import { randomUUID } from 'node:crypto';

export const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;
const MONTH = 30 * DAY;
const id = (prefix) => `${prefix}_${randomUUID().replaceAll('-', '')}`;
/** Longest time between a question of the service and the call that it decides. */
const MOMENT_MS = 3_000;
/** Days after a failed payment on which Stripe repeats it, within a week. */
const RETRY_DAYS = [3, 5];
const GIVE_UP_DAYS = 7;
const INVOICES_OF_A_PAUSE = { keep_as_draft: 'draft', void: 'void', mark_uncollectible: 'uncollectible' };
const PAUSE_BEHAVIOURS = Object.keys(INVOICES_OF_A_PAUSE);
/** Outcomes of a month and of a month whose first payment fails; `paid` is the most frequent. */
const OUTCOMES = ['paid', 'paid', 'paid', 'recovered', 'unpaid', 'canceled', 'past_due'];
const MORE_OUTCOMES = ['void', 'uncollectible', 'wrong price'];
/** Form of payment of a month → the total and the amount that arrives as money, by the price. */
const FORMS = {
  'by card': () => ({}),
  'with a discount': (price) => ({ total: price - 380, amount_paid: price - 380 }),
  'with a discount of all': () => ({ total: 0, amount_paid: 0 }),
  'in part by a balance': (price) => ({ starting_balance: -500, amount_paid: price - 500 }),
  'by a balance': (price) => ({ starting_balance: -price, amount_paid: 0 }),
  'with a debt from before': (price) => ({ starting_balance: 300, amount_paid: price + 300 }),
  'outside of Stripe': () => ({ isOutside: true }),
  'with a fee': (price) => ({ fee: 250, total: price + 250, amount_paid: price + 250 }),
  'with the rest of another month': (price) => ({ rest: -900, total: price - 900, amount_paid: price - 900 }),
};
const BEGINNINGS = ['paid', 'paid', 'paid', 'incomplete', 'trial'];

/** Actions of a buyer or a seller in a month. */
const CHANGES = [
  ...['none', 'none', 'none', 'none', 'cancelled to the end', 'cancelled and resumed'],
  ...['cancel_at', 'cancelled at once', 'collection paused', 'proration', 'changed'],
];
/** The first subscriptions of a trial cover one of each; all others are random. */
const FIRST = [
  ...[...new Set(CHANGES)].map((change) => ({ change, outcome: 'paid' })),
  ...[...new Set([...OUTCOMES, ...MORE_OUTCOMES])].map((outcome) => ({ change: 'none', outcome })),
];

export class StripeSubscription {
  id = id('sub');
  months = [];
  /** The newest first. */
  invoices = [];
  rejected = 0;
  failures = 0;
  /** Payment intents by the ids of invoices. */
  payments = new Map();
  /** Names of all steps so far, for the report. */
  steps = [];
  isEnded = false;
  fields = { cancel_at: null, cancel_at_period_end: false, pause_collection: null };
  agenda = [];
  events = [];

  /** @param {{turn: number}} options `turn`: its number among the subscriptions of a trial */
  constructor(random, { reference, price, startsAt, turn }) {
    Object.assign(this, { random, reference, price, now: startsAt, first: { ...FIRST[turn] } });
    this.metadata = { offprint_reference: reference };
    this.plan(0, () => this.begin());
  }

  /** Advances to an instant. @returns the events since the last call */
  advance(until) {
    for (;;) {
      this.agenda.sort((a, b) => a.at - b.at);
      if (this.isEnded || this.agenda.length === 0 || this.agenda[0].at > until) break;
      const { at, work } = this.agenda.shift();
      // Each step gets a second of its own.
      this.now = Math.max(this.now + 1, at);
      work();
    }
    this.now = Math.max(this.now, until);
    return this.events.splice(0);
  }

  /** Whether a month is being paid, by the newest state at Stripe. */
  get isPaying() {
    return this.months.length > 0 && !this.isEnded && !['unpaid', 'paused'].includes(this.status);
  }

  /** Whether the current month is paid as ordered. */
  get isPaid() {
    return this.status === 'active' && this.paidUntil > this.now;
  }

  /** Notes that the service asks what is paid. */
  beAsked() {
    this.asked = { at: performance.now(), months: this.months.length };
  }

  /** Whether a month was paid in the moment between the last question and now. */
  get isPaidSinceAsked() {
    if (!this.asked) return false;
    return performance.now() - this.asked.at < MOMENT_MS && this.asked.months < this.months.length;
  }

  /** In seconds; 0 before the first month. */
  get paidUntil() {
    return Math.max(0, ...this.months.map(({ end }) => end));
  }

  /** Ends the subscription at the service's request. */
  cancel() {
    this.finish('canceled', 'customer.subscription.deleted');
    this.steps.push('ended by the service');
  }

  snapshot() {
    const { status, metadata, fields } = this;
    const items = {
      data: [{ id: 'si_1', quantity: 1, current_period_end: this.periodEnd }],
      has_more: false,
    };
    return { id: this.id, object: 'subscription', status, metadata, items, ...fields };
  }

  plan(seconds, work) {
    this.agenda.push({ at: this.now + seconds, work });
  }

  emit(type, object) {
    const event = { id: id('evt'), object: 'event', api_version: '2026-10-28.endive', livemode: false };
    this.events.push({ ...event, type, created: this.now, data: { object: structuredClone(object) } });
  }

  update(status, fields = {}, type = 'customer.subscription.updated') {
    this.status = status;
    Object.assign(this.fields, fields);
    this.steps.push(`${status} ${Object.keys(fields).join(' ')}`.trim());
    this.emit(type, this.snapshot());
  }

  finish(status, type) {
    this.isEnded = true;
    this.agenda = [];
    this.now += 1;
    this.update(status, {}, type);
  }

  begin() {
    const kind = this.first.change ? 'paid' : this.random.pick(BEGINNINGS);
    this.periodEnd = this.now + MONTH;
    this.status = { paid: 'active', incomplete: 'incomplete', trial: 'trialing' }[kind];
    this.steps.push(kind);
    this.emit('customer.subscription.created', this.snapshot());
    if (kind === 'trial') return this.beginTrial();
    const invoice = this.open();
    if (kind === 'paid') {
      this.pay(invoice);
      return this.scheduleMonth();
    }
    this.fail(invoice);
    if (this.random.chance(0.5))
      return this.plan(HOUR, () => {
        this.update('active');
        this.pay(invoice);
        this.scheduleMonth();
      });
    this.plan(23 * HOUR, () => {
      this.close(invoice, 'void');
      this.finish('incomplete_expired', 'customer.subscription.updated');
    });
  }

  beginTrial() {
    this.periodEnd = this.now + 7 * DAY;
    const invoice = this.open({ lines: [this.line(0)], total: 0 });
    this.settle(invoice, { amount_paid: 0 });
    this.emit('invoice.paid', invoice);
    const end = this.random.pick(['paid', 'paused', 'canceled', 'failed']);
    this.plan(4 * DAY, () => this.emit('customer.subscription.trial_will_end', this.snapshot()));
    this.plan(7 * DAY, () => {
      if (end === 'canceled') return this.finish('canceled', 'customer.subscription.deleted');
      if (end === 'paused') return this.pauseTrial();
      this.periodEnd = this.now + MONTH;
      const first = this.open();
      if (end === 'failed') return this.dun(first, this.random.pick(['recovered', 'unpaid', 'canceled']));
      this.update('active');
      this.pay(first);
      this.scheduleMonth();
    });
  }

  /** Pauses a trial that ends without a card. */
  pauseTrial() {
    this.update('paused', {}, 'customer.subscription.paused');
    if (!this.random.chance(0.5)) return;
    this.plan(3 * DAY, () => {
      this.periodEnd = this.now + MONTH;
      this.update('active', {}, 'customer.subscription.resumed');
      this.pay(this.open());
      this.scheduleMonth();
    });
  }

  /** Schedules the actions of a buyer or a seller in the month that has begun, and the next month. */
  scheduleMonth() {
    this.plan(this.periodEnd - this.now, () => this.renew());
    const { random } = this;
    const change = this.first.change ?? random.pick(CHANGES);
    this.first.change = undefined;
    const at = random.between(1, 25) * DAY;
    const later = (work) => this.plan(at, work);
    if (change === 'cancelled to the end')
      later(() => this.update(this.status, { cancel_at_period_end: true, cancel_at: this.periodEnd }));
    if (change === 'cancelled and resumed') {
      later(() => this.update(this.status, { cancel_at_period_end: true }));
      this.plan(at + 2 * DAY, () =>
        this.update(this.status, { cancel_at_period_end: false, cancel_at: null }),
      );
    }
    if (change === 'cancel_at')
      later(() => {
        this.update(this.status, { cancel_at: this.now + 3 * DAY });
        this.plan(3 * DAY, () => this.finish('canceled', 'customer.subscription.deleted'));
      });
    if (change === 'cancelled at once') later(() => this.finish('canceled', 'customer.subscription.deleted'));
    if (change === 'collection paused') later(() => this.pauseCollection());
    if (change === 'proration') later(() => this.prorate());
    if (change === 'changed') later(() => this.update(this.status));
  }

  pauseCollection() {
    const behavior = this.random.pick(PAUSE_BEHAVIOURS);
    this.update(this.status, { pause_collection: { behavior, resumes_at: null } });
    if (this.random.chance(0.4))
      this.plan(33 * DAY, () => this.update(this.status, { pause_collection: null }));
  }

  /** Creates the invoice of a change within a month; it pays no month. */
  prorate() {
    const lines = [
      this.line(-900, { isProration: true, from: this.now }),
      this.line(1500, { isProration: true, from: this.now }),
    ];
    const invoice = this.open({ lines, total: 600 });
    this.settle(invoice, { amount_paid: 600 });
    this.emit('invoice.paid', invoice);
  }

  renew() {
    if (this.fields.cancel_at_period_end) return this.finish('canceled', 'customer.subscription.deleted');
    this.periodEnd += MONTH;
    if (this.status === 'unpaid') {
      this.open({ status: 'draft' });
      return this.plan(MONTH, () => this.renew());
    }
    const { pause_collection: pause } = this.fields;
    if (pause) {
      const invoice = this.open({ status: 'draft' });
      const status = INVOICES_OF_A_PAUSE[pause.behavior];
      if (status !== 'draft') this.close(invoice, status);
      this.update(this.status);
      return this.plan(MONTH, () => this.renew());
    }
    const outcome = this.first.outcome ?? this.random.pick([...OUTCOMES, ...MORE_OUTCOMES]);
    this.first.outcome = undefined;
    this.steps.push(`month ${outcome}`);
    if (outcome === 'wrong price') return this.payWrong();
    const invoice = this.open();
    if (outcome !== 'paid' || this.status === 'past_due') return this.dun(invoice, outcome);
    this.update('active');
    this.pay(invoice);
    this.scheduleMonth();
  }

  /** Lets a payment fail and schedules its outcome. */
  dun(invoice, outcome) {
    this.fail(invoice);
    this.update('past_due');
    for (const days of RETRY_DAYS) this.plan(days * DAY, () => this.fail(invoice));
    const recover = () => {
      this.update('active');
      this.pay(invoice);
      this.scheduleMonth();
    };
    const conclude = {
      recovered: recover,
      paid: recover,
      canceled: () => this.finish('canceled', 'customer.subscription.deleted'),
      unpaid: () => {
        this.update('unpaid');
        if (this.random.chance(0.5)) return this.plan(3 * DAY, recover);
        this.plan(this.periodEnd - this.now, () => this.renew());
      },
      past_due: () => this.plan(this.periodEnd - this.now, () => this.renew()),
      void: () => this.writeOff(invoice, 'void'),
      uncollectible: () => this.writeOff(invoice, 'uncollectible'),
    }[outcome];
    this.plan(GIVE_UP_DAYS * DAY, conclude);
  }

  /** Writes an invoice off: the subscription is active again. An uncollectible invoice may still be paid. */
  writeOff(invoice, status) {
    this.close(invoice, status);
    this.update('active');
    if (status === 'uncollectible' && this.random.chance(0.4)) this.plan(2 * DAY, () => this.pay(invoice));
    this.scheduleMonth();
  }

  open({ lines = [this.line(this.price)], total = this.price, status = 'open' } = {}) {
    const invoice = {
      ...{ id: id('in'), object: 'invoice', status, currency: 'eur', customer: `cus_${this.id}`, total },
      ...{ amount_paid: 0, starting_balance: 0, hosted_invoice_url: null },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: this.id, metadata: this.metadata },
      },
      lines: { data: lines, has_more: false },
    };
    this.invoices.unshift(invoice);
    this.emit('invoice.created', invoice);
    return invoice;
  }

  line(amount, { isProration = false, isByHand = false, from = this.periodEnd - MONTH } = {}) {
    return {
      ...{ id: id('il'), amount, period: { start: from, end: this.periodEnd } },
      parent: isByHand
        ? { type: 'invoice_item_details', invoice_item_details: { proration: false } }
        : { type: 'subscription_item_details', subscription_item_details: { proration: isProration } },
    };
  }

  fail(invoice) {
    if (invoice.status !== 'open') return;
    this.failures += 1;
    this.emit('invoice.payment_failed', invoice);
  }

  settle(invoice, { isOutside = false, ...fields }) {
    Object.assign(invoice, fields, { status: 'paid' });
    if (invoice.amount_paid > 0 && !isOutside) this.payments.set(invoice.id, id('pi'));
  }

  /** Pays a month in one of Stripe's forms. */
  pay(invoice) {
    const form = this.random.pick(Object.keys(FORMS));
    const { fee, rest, ...fields } = { amount_paid: this.price, ...FORMS[form](this.price) };
    const [{ period }] = invoice.lines.data;
    if (fee) invoice.lines.data.unshift(this.line(fee, { isByHand: true, from: period.start }));
    if (rest) invoice.lines.data.unshift(this.line(rest, { isProration: true, from: period.start }));
    this.settle(invoice, fields);
    this.steps.push(`paid ${form}`);
    this.months.push({ end: period.end, at: this.now });
    this.emit('invoice.paid', invoice);
  }

  /** Pays a month whose quantity was set to two at Stripe, which differs from the order. */
  payWrong() {
    const invoice = this.open({ lines: [this.line(2 * this.price)], total: 2 * this.price });
    this.settle(invoice, { amount_paid: 2 * this.price });
    this.rejected += 1;
    this.update('active');
    this.emit('invoice.paid', invoice);
    this.scheduleMonth();
  }

  /** Closes an unpaid invoice. */
  close(invoice, status) {
    invoice.status = status;
    this.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice);
  }
}
