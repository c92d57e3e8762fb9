// Compares the service's credits, plans, subscriptions and audit events with the histories of payments and subscriptions.
import { publicIdOf } from '../callers/accounts.mjs';
import { PLANS } from './payment-buyers.mjs';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 86_400_000];
const EXPIRING_PLANS = new Set(
  PLANS.plans.filter(({ creditsExpire }) => creditsExpire).map(({ key }) => key),
);

/** Events of an account that do not depend on its history. */
const OTHER_ACTIONS = new Set([
  ...['account.created', 'account.registered', 'user.registered', 'key.created', 'checkout.started'],
  ...['account.deleted', 'account.erased', 'key.rotated', 'key.revoked'],
]);

export class PaymentChecks {
  /** @param {(text: string, values?: unknown[]) => Promise<object[]>} query @param {(message: string) => void} found */
  constructor(query, found) {
    Object.assign(this, { query, found });
  }

  /**
   * @param {{accountId: string, isDeleted?: boolean, assignedPlan?: string}} person
   * @param {{packs: object[], subscriptions: object[], foreign: number}} history of the person
   */
  async compare(person, history) {
    Object.assign(this, { person, history });
    const { accountId } = person;
    this.actions = new Map();
    for (const { action, count } of await this.query(
      'select action, count(*)::int as count from audit_events where account_id = $1 group by action',
      [accountId],
    ))
      this.actions.set(action, count);
    await this.compareCredits();
    await this.compareMonths();
    await this.compareExpiries();
    await this.compareReversals();
    for (const subscription of history.subscriptions) await this.compareSubscription(subscription);
    await this.comparePlan();
    this.expectActions();
  }

  expect(what, actual, expected) {
    const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
    if (a !== b) this.found(`${this.person.accountId}: ${what}: ${a} instead of ${b}`);
  }

  get granted() {
    const { packs, subscriptions } = this.history;
    return packs.length + subscriptions.flatMap(({ months }) => months).length;
  }

  /** Every grant belongs to a payment, or to a month of the assigned plan; all charges were refunded. */
  async compareCredits() {
    const { accountId, assignedPlan, isDeleted } = this.person;
    const { packs, subscriptions } = this.history;
    const [{ grants, calendar, balance }] = await this.query(
      `select count(*)::int as grants, coalesce(sum(amount) filter (where note = 'Month of: Gift'), 0)::int as calendar,
         (select (balance - owed)::float8 from wallets where account_id = $1) as balance
       from ledger_transfers where account_id = $1 and kind = 'grant'`,
      [accountId],
    );
    const calendarGrants = this.actions.get('credits.granted') ?? 0;
    if (calendarGrants > (assignedPlan ? 1 : 0))
      this.found(`${accountId}: ${calendarGrants} calendar grants`);
    this.expect('grants', grants, this.granted + calendarGrants);
    const months = subscriptions.flatMap(({ months, order: { credits } }) =>
      months.map(({ takenBack }) => credits - takenBack),
    );
    const expected = packs.reduce((sum, { granted, takenBack }) => sum + granted - takenBack, calendar);
    // The credits of a deleted account were written off.
    if (!isDeleted)
      this.expect(
        'credits',
        balance,
        months.reduce((sum, credits) => sum + credits, expected),
      );
  }

  /** Each month is granted by exactly one of its payments. */
  async compareMonths() {
    const rows = await this.query(
      `select checkout_id as reference, period_ends_at as "periodEndsAt", subscription_id as id from payments
       where account_id = $1 and credits > 0 and subscription_id is not null`,
      [this.person.accountId],
    );
    const actual = rows.map(({ reference, id, periodEndsAt }) => [reference, id, periodEndsAt.toISOString()]);
    const expected = this.history.subscriptions.flatMap(({ months, reference, id }) =>
      months.map(({ periodEndsAt }) => [reference, id, periodEndsAt]),
    );
    this.expect('granted months', actual.map(String).sort(), expected.map(String).sort());
  }

  /** Credits of a month expire exactly at its end, or a day after they were granted if the month was reported after its end. */
  async compareExpiries() {
    const rows = await this.query(
      `select expires_at as at, created_at as granted from ledger_transfers
       where account_id = $1 and kind = 'grant' and expires_at is not null`,
      [this.person.accountId],
    );
    const isLate = ({ at, granted }) => at - granted < DAY + SECOND;
    const late = rows.filter(isLate);
    if (late.some(({ at, granted }) => at - granted < DAY - MINUTE))
      this.found(
        `${this.person.accountId}: the credits of a late month last less than a day: ${JSON.stringify(late)}`,
      );
    const ends = this.history.subscriptions
      .filter(({ order }) => EXPIRING_PLANS.has(order.item))
      .flatMap(({ months }) => months.map(({ periodEndsAt }) => periodEndsAt));
    const expected = ends.filter((at) => Date.parse(at) > Date.now() + DAY);
    const actual = rows.filter((row) => !isLate(row)).map(({ at }) => at.toISOString());
    this.expect(
      'expiries',
      [late.length, ...actual.sort()],
      [ends.length - expected.length, ...expected.sort()],
    );
  }

  /** Each refund and dispute has its event, and the credits of these events add up to the credits that were taken back. */
  async compareReversals() {
    const { packs, subscriptions } = this.history;
    const rows = await this.query('select id, taken_back::float8 from payments where account_id = $1', [
      this.person.accountId,
    ]);
    const targets = rows.map(({ id }) => publicIdOf('pay', id));
    const [{ movements, credits }] = await this.query(
      `select count(*) filter (where action = any ($2))::int as movements,
         coalesce(sum((after ->> 'credits')::numeric) filter (where action in ('payment.taken_back', 'payment.given_back')), 0)::float8 as credits
       from audit_events where target = any ($1)`,
      [targets, ['refunded', 'refund_failed', 'disputed', 'dispute_won'].map((kind) => `payment.${kind}`)],
    );
    const events = [...packs, ...subscriptions].flatMap((one) => one.events);
    this.expect('events of reversals', movements, events.filter(({ reversalId }) => reversalId).length);
    const takenBack = rows.reduce((sum, row) => sum + row.taken_back, 0);
    // A worker erases the contents of a deleted account's events.
    if (!this.person.isDeleted) this.expect('credits taken back', Math.round(credits * 1000), 0 - takenBack);
    const expected = [...packs, ...subscriptions.flatMap(({ months }) => months)];
    this.expect(
      'taken back',
      takenBack,
      expected.reduce((sum, one) => sum + one.takenBack, 0),
    );
  }

  /** The stored state of a subscription is the last state that the payment service reported. */
  async compareSubscription({ reference, id, months, isEnded, changes, failedAt }) {
    const [row] = await this.query('select * from subscriptions where id = $1', [reference]);
    const paid = months.at(-1);
    this.expect(
      `subscription ${id}`,
      row && [
        row.subscription_id,
        row.began_at !== null,
        row.ended_at !== null,
        row.paid_until?.toISOString(),
        row.ends_at?.toISOString() ?? null,
        row.failed_at > (row.paid_at ?? 0),
      ],
      [
        id,
        months.length > 0,
        isEnded,
        paid?.periodEndsAt,
        changes.at(-1) ?? null,
        (failedAt ?? '') > (paid?.at ?? ''),
      ],
    );
  }

  /** The plan is that of the one subscription that runs at the payment service, and each change of it has its event. */
  async comparePlan() {
    const { accountId, isDeleted, assignedPlan } = this.person;
    const running = this.history.subscriptions.filter(({ months, isEnded }) => months.length > 0 && !isEnded);
    if (running.length > (isDeleted ? 0 : 1)) this.found(`${accountId}: ${running.length} subscriptions run`);
    if (isDeleted) return;
    const [{ plan }] = await this.query('select plan from accounts where id = $1', [accountId]);
    this.expect('plan', plan, assignedPlan ?? running[0]?.order.item ?? 'free');
    const changes = await this.query(
      `select before ->> 'plan' as before, after ->> 'plan' as after from audit_events
       where account_id = $1 and action = 'account.plan_changed' order by created_at, id`,
      [accountId],
    );
    const befores = ['free', ...changes.map(({ after }) => after)];
    this.expect('plans before', [...changes.map(({ before }) => before), plan], befores);
  }

  /** Each event of the account has its cause, and each cause its event. */
  expectActions() {
    const { subscriptions, foreign } = this.history;
    const count = (of) => subscriptions.reduce((sum, one) => sum + of(one), 0);
    const expected = {
      'payment.granted': this.granted,
      'payment.rejected': count(({ rejected }) => rejected) + foreign,
      'subscription.begun': count(({ months }) => Number(months.length > 0)),
      'subscription.payment_failed': count(({ failures }) => failures),
      'subscription.ended': count(({ isEnded }) => Number(isEnded)),
    };
    for (const [action, times] of Object.entries(expected))
      this.expect(action, this.actions.get(action) ?? 0, times);
    const [changed, requested, withdrawn] = ['changed', 'end_requested', 'end_withdrawn'].map(
      (name) => this.actions.get(`subscription.${name}`) ?? 0,
    );
    // A change that is older than a known one changes nothing.
    if (changed > count(({ changes }) => changes.length)) this.found(`${changed} changed subscriptions`);
    // What replaces an unpaid one requests its end again.
    if (requested > 2 * subscriptions.length + withdrawn) this.found(`${requested} requested ends`);
    const known = new Set([...Object.keys(expected), ...OTHER_ACTIONS, 'credits.granted']);
    for (const action of this.actions.keys())
      if (!known.has(action) && !/^(payment|subscription|account\.plan)/.test(action))
        this.found(`${this.person.accountId}: an event ${action} without a cause`);
  }
}
