// The buyers of trial V3: they open checkouts, and histories are invented of what they pay (payment-histories.mjs).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp, uuidOf } from '../callers/accounts.mjs';
import { inventPack, inventSubscription, renew } from './payment-histories.mjs';

const price = (amount, currency) => ({ amount, currency });
/** Packs of the installation. */
export const PACKS = {
  packs: [
    { id: 'small', title: 'Small', credits: 1000, price: price(1000, 'EUR') },
    { id: 'medium', title: 'Medium', credits: 5500.125, price: price(5000, 'USD') },
    { id: 'large', title: 'Large', credits: 12_000, price: price(10_000, 'JPY') },
  ],
};
/** Plans of the installation. An administrator gives `gift`, whose credits come by the calendar. */
export const PLANS = {
  default: 'free',
  plans: [
    { key: 'free', title: 'Free' },
    { key: 'basic', title: 'Basic', monthlyCredits: 500, price: price(700, 'EUR') },
    { key: 'pro', title: 'Pro', monthlyCredits: 2000, creditsExpire: true, price: price(1900, 'USD') },
    { key: 'team', title: 'Team', monthlyCredits: 9000, price: price(5900, 'JPY') },
    { key: 'gift', title: 'Gift', monthlyCredits: 7 },
  ],
};
const FOR_SALE = PLANS.plans.filter((plan) => plan.price);
/** A killed process is ready again within seconds. */
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 600;
const DAY = 24 * 60 * 60 * 1000;
const GRACE_SECONDS = 7 * 24 * 60 * 60;

/** An order as histories know it: minor units and thousandths of a credit. */
const orderOf = ({ price: { amount, currency }, credits, ...order }) => ({
  ...order,
  ...{ price: amount, currency, credits: Math.round(credits * 1000) },
});

export class PaymentBuyers {
  constructor({ target, service, tally }, random) {
    Object.assign(this, { target, service, tally, random });
  }

  async makeBuyer() {
    const person = await signUp(this.caller(0), { address: this.newAddress() });
    const { accessToken: token } = person;
    const { id, key } = await this.askUntil(201, 'POST', '/api/keys', {
      ...{ token, body: { name: 'buyer', scopes: ['write'], rateLimit: 6000 } },
    });
    // Both secrets work while the trial lasts.
    const rotated = await this.askUntil(201, 'POST', `/api/keys/${id}/rotate`, {
      ...{ token, body: { graceSeconds: GRACE_SECONDS } },
    });
    return { ...person, keys: [key, rotated.key], history: { packs: [], subscriptions: [], foreign: 0 } };
  }

  async makeAdministrator() {
    const admin = await signUp(this.caller(0), { address: this.newAddress() });
    await this.target.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
    const { accessToken } = await this.askUntil(200, 'POST', '/api/auth/login', {
      body: { email: admin.email, password: admin.password },
      address: this.newAddress(),
    });
    this.admin = accessToken;
  }

  newAddress() {
    return [10, 0, 0, 0].map((part, at) => (at === 0 ? part : this.random.between(1, 250))).join('.');
  }

  /** Opens a checkout. @returns its reference at the payment service, or null when the account is subscribed to the plan */
  async order(person, item) {
    const body = item.plan ? { plan: item.plan } : { pack: item.pack };
    const answer = await this.askUntil([201, 409], 'POST', '/api/billing/checkout', {
      token: person.accessToken,
      body,
    });
    if (answer.checkoutId) return uuidOf(answer.checkoutId);
    const isKnown = person.history.subscriptions.some(({ order }) => order.item === item.plan);
    if (answer.code !== 'already_subscribed' || !isKnown)
      this.target.found(`a checkout: ${JSON.stringify(answer)}`);
    return null;
  }

  async buyPack(person) {
    const { id: item, price, credits } = this.random.pick(PACKS.packs);
    const reference = await this.order(person, { pack: item });
    const pack = inventPack(this.random, orderOf({ reference, item, price, credits }));
    person.history.packs.push(pack);
    this.tally.packs += 1;
    this.tally.movements += pack.events.length - 1;
  }

  /** @returns the events of a new subscription: none when the account is subscribed to the plan */
  async subscribe(person, options) {
    const { key: item, price, monthlyCredits } = this.random.pick(FOR_SALE);
    const reference = await this.order(person, { plan: item });
    if (reference === null) return [];
    const order = orderOf({ reference, item, price, credits: monthlyCredits });
    const subscription = inventSubscription(this.random, order, options);
    this.service.add(subscription);
    person.history.subscriptions.push(subscription);
    this.tally.subscriptions += 1;
    this.tally.months += subscription.months.length;
    this.tally.lost += subscription.lost;
    this.tally.movements += subscription.events.length - subscription.months.length;
    return subscription.events;
  }

  /** Another month of what runs, and perhaps another plan. @returns their events */
  async goOn(person) {
    const running = person.history.subscriptions.filter(
      ({ months, isEnded }) => months.length > 0 && !isEnded,
    );
    const lost = () => running.reduce((sum, subscription) => sum + subscription.lost, 0);
    const before = lost();
    const renewed = running.flatMap((subscription) => renew(this.random, subscription));
    this.tally.lost += lost() - before;
    this.tally.months += running.length - (lost() - before);
    return [...renewed, ...(this.random.chance(0.7) ? await this.subscribe(person) : [])];
  }

  /** As an administrator. */
  async givePlan(person, plan) {
    const path = `/api/admin/accounts/${publicIdOf('acc', person.accountId)}`;
    await this.askUntil(200, 'PATCH', path, { token: this.admin, body: { plan } });
    person.givenPlan = plan;
  }

  /** Ends what runs, at the payment service. @returns the events */
  endOf({ history: { subscriptions } }) {
    return subscriptions.filter(({ isEnded }) => !isEnded).map((one) => this.service.end(one));
  }

  /** As an administrator. */
  async delete(person) {
    person.isDeleted = true;
    const path = `/api/admin/accounts/${publicIdOf('acc', person.accountId)}`;
    await this.askUntil([202, 204], 'DELETE', path, { token: this.admin, body: { force: true } });
    this.tally['deleted accounts'] += 1;
  }

  /**
   * Invents events of one account's subscription that name the order of another one, which has a subscription of its own.
   * @returns them: none change anything
   */
  nameAnother(victim, other) {
    const [own] = other.history.subscriptions;
    const named = victim.history.subscriptions.find(({ months }) => months.length > 0);
    if (!own || !named) return [];
    const { reference, order } = named;
    const at = new Date().toISOString();
    const periodEndsAt = new Date(Date.now() + 400 * DAY).toISOString();
    const paid = { ...named.events.find(({ kind }) => kind === 'paid'), minorUnits: order.price, at };
    const subscription = { id: own.id, periodEndsAt };
    const change = { subscriptionId: own.id, reference, at };
    const failed = { ...change, changeId: `change_${randomUUID()}` };
    const events = [
      { ...paid, paymentId: `payment_${randomUUID()}`, subscription },
      { ...failed, kind: 'payment_failed' },
      { ...failed, kind: 'subscription_changed', endsAt: at },
      { ...change, kind: 'subscription_ended' },
    ];
    victim.history.foreign += 1;
    this.tally['of other accounts'] += events.length;
    return events;
  }

  /** @param expected a status, or several */
  async askUntil(expected, method, path, options) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.caller(attempt).ask(method, path, options);
      if ([expected].flat().includes(answer.status)) return answer.text === '' ? {} : JSON.parse(answer.text);
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
