// The buyers of trial V3. They open checkouts; payment-histories.mjs generates the events of their payments.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, signUp, uuidOf } from '../callers/accounts.mjs';
import { generatePack, generateSubscription, renew } from './payment-histories.mjs';

const price = (amount, currency) => ({ amount, currency });
/** Packs of the installation. */
export const PACKS = {
  packs: [
    { id: 'small', title: 'Small', credits: 1000, price: price(1000, 'EUR') },
    { id: 'medium', title: 'Medium', credits: 5500.125, price: price(5000, 'USD') },
    { id: 'large', title: 'Large', credits: 12_000, price: price(10_000, 'JPY') },
  ],
};
/** Plans of the installation. An administrator assigns `gift`, whose credits are granted by the calendar. */
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

/** Converts an order to the terms of histories: minor units and thousandths of a credit. */
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
    const { id, key } = await this.requestUntil(201, 'POST', '/api/keys', {
      ...{ token, body: { name: 'buyer', scopes: ['write'], rateLimit: 6000 } },
    });
    // Both secrets work while the trial lasts.
    const rotated = await this.requestUntil(201, 'POST', `/api/keys/${id}/rotate`, {
      ...{ token, body: { graceSeconds: GRACE_SECONDS } },
    });
    return { ...person, keys: [key, rotated.key], history: { packs: [], subscriptions: [], foreign: 0 } };
  }

  async makeAdministrator() {
    const admin = await signUp(this.caller(0), { address: this.newAddress() });
    await this.target.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
    const { accessToken } = await this.requestUntil(200, 'POST', '/api/auth/login', {
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
    const answer = await this.requestUntil([201, 409], 'POST', '/api/billing/checkout', {
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
    const pack = generatePack(this.random, orderOf({ reference, item, price, credits }));
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
    const subscription = generateSubscription(this.random, order, options);
    this.service.add(subscription);
    person.history.subscriptions.push(subscription);
    this.tally.subscriptions += 1;
    this.tally.months += subscription.months.length;
    this.tally.lost += subscription.lost;
    this.tally.movements += subscription.events.length - subscription.months.length;
    return subscription.events;
  }

  /** Renews the running subscriptions and sometimes adds another plan. @returns their events */
  async renewAll(person) {
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

  /** Assigns a plan as an administrator. */
  async assignPlan(person, plan) {
    const path = `/api/admin/accounts/${publicIdOf('acc', person.accountId)}`;
    await this.requestUntil(200, 'PATCH', path, { token: this.admin, body: { plan } });
    person.assignedPlan = plan;
  }

  /** Ends the running subscriptions at the payment service. @returns the events */
  endAll({ history: { subscriptions } }) {
    return subscriptions.filter(({ isEnded }) => !isEnded).map((one) => this.service.end(one));
  }

  /** Deletes an account as an administrator. */
  async delete(person) {
    person.isDeleted = true;
    const path = `/api/admin/accounts/${publicIdOf('acc', person.accountId)}`;
    await this.requestUntil([202, 204], 'DELETE', path, { token: this.admin, body: { force: true } });
    this.tally['deleted accounts'] += 1;
  }

  /**
   * Creates events of one account's subscription that name the order of another account with a subscription.
   * @returns the events; none of them may change anything
   */
  createForeignEvents(victim, other) {
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
  async requestUntil(expected, method, path, options) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.caller(attempt).request(method, path, options);
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
