// Generates what happens to the payments of packs and to subscriptions at the payment service, and states the expected result.
//
//   generatePack(random, order) → { order, events, granted, takenBack, rejected: 0 }
//   generateSubscription(random, order) → { id, reference, order, months, events, … }
//
// An order is { reference, item, price, currency, credits }: minor units and thousandths of a credit.
import { randomUUID } from 'node:crypto';

const DAY = 24 * 60 * 60 * 1000;
const SECOND = 1000;
/** `SUBSCRIPTION_GRACE_DAYS`, 15, and a day more. */
const OVERDUE_MS = 16 * DAY;
/** Kinds of money movements after a payment, and of their reversals. */
const REVERSALS = [
  ['refunded', 'refund_failed'],
  ['disputed', 'dispute_won'],
];
const NO_PAGES = { customerId: null, receiptUrl: null };

/** Generates the payment of a pack and its refunds and disputes. */
export function generatePack(random, order) {
  const at = new Date().toISOString();
  const payment = { kind: 'paid', paymentId: `payment_${randomUUID()}`, reference: order.reference };
  const { price: minorUnits, currency } = order;
  const paid = { ...payment, minorUnits, currency, at, subscription: null, ...NO_PAGES };
  const { events, takenBack } = generateReversals(random, order, paid);
  return { order, events: [paid, ...events], granted: order.credits, takenBack };
}

/**
 * Generates a subscription from its first month to its end, in the order of the payment service. Some fail at the first payment and
 * are abandoned, some are paid in arrears, some are cancelled and resumed, some end. Some payments differ from the order: in amount or
 * currency, as if for a pack, or as a second payment of a month. Some events are lost (`lost`): of a later month, a failed payment or a
 * change. The end is lost only when the service detects by itself that nothing is paid.
 */
export function generateSubscription(
  random,
  order,
  { isEnding = random.chance(0.35), isBegun = false } = {},
) {
  const subscription = {
    ...{ id: `sub_${randomUUID()}`, reference: order.reference, order },
    ...{ months: [], events: [], rejected: 0, failures: 0, lost: 0, changes: [], isEnded: false },
  };
  const clock = { at: Date.now() - random.pick([0, 20, 100]) * DAY };
  const count = !isBegun && random.chance(0.12) ? 0 : random.between(1, 3);
  if (count === 0 || random.chance(0.3)) fail(random, subscription, tick(clock));
  for (let n = 0; n < count; n += 1) {
    payMonth(random, subscription, clock);
    if (random.chance(0.25)) fail(random, subscription, tick(clock));
    if (random.chance(0.35)) change(random, subscription, clock);
  }
  if (count === 0 || isEnding) end(random, subscription, tick(clock));
  return subscription;
}

/** Generates another month of a running subscription. */
export function renew(random, subscription) {
  const [last] = subscription.months.slice(-1);
  const clock = { at: Date.parse(last.periodEndsAt), periodEndsAt: Date.parse(last.periodEndsAt) };
  return eventsOf(subscription, () => payMonth(random, subscription, clock));
}

/** @returns the events that `work` adds */
function eventsOf(subscription, work) {
  const before = subscription.events.length;
  work();
  return subscription.events.slice(before);
}

/** Returns the next instant of the payment service: a whole second, different for each event. */
function tick(clock) {
  clock.at = Math.floor(clock.at / SECOND) * SECOND + SECOND;
  return new Date(clock.at).toISOString();
}

function payMonth(random, subscription, clock) {
  const { id, order } = subscription;
  const at = tick(clock);
  const periodEndsAt = new Date((clock.periodEndsAt ?? clock.at) + 30 * DAY).toISOString();
  clock.periodEndsAt = Date.parse(periodEndsAt);
  clock.at = Math.max(clock.at, clock.periodEndsAt - 29 * DAY);
  if (subscription.months.length > 0 && isLost(random, subscription)) return;
  const { reference, price: minorUnits, currency } = order;
  const paid = {
    ...{ kind: 'paid', reference, minorUnits, currency, at, ...NO_PAGES },
    paymentId: `payment_${randomUUID()}`,
    subscription: { id, periodEndsAt },
  };
  subscription.events.push(paid);
  // Two payments of a month grant it once, whichever arrives first, so neither has money movements.
  const isTwin = random.chance(0.15);
  const { events, takenBack } = isTwin
    ? { events: [], takenBack: 0 }
    : generateReversals(random, order, paid, { chance: 0.4 });
  if (isTwin) reject(subscription, paid);
  subscription.events.push(...events);
  subscription.months.push({ periodEndsAt, at, takenBack });
  if (random.chance(0.2)) reject(subscription, { ...paid, ...wrongFields(random, order, clock) });
}

/** Returns fields that make the payment of a month differ from its order. */
function wrongFields(random, { price, currency }, clock) {
  return random.pick([
    { minorUnits: price + random.pick([-1, 1, price]) },
    { currency: otherThan(currency) },
    { subscription: null },
    {
      minorUnits: price * 2,
      subscription: { id: `sub_${randomUUID()}`, periodEndsAt: new Date(clock.at + 60 * DAY) },
    },
  ]);
}

const otherThan = (currency) => (currency === 'USD' ? 'JPY' : 'USD');

/** Decides whether an event never arrives. */
function isLost(random, subscription) {
  const lost = random.chance(0.1);
  if (lost) subscription.lost += 1;
  return lost;
}

/** Adds a payment that grants nothing. */
function reject(subscription, paid) {
  subscription.events.push({ ...paid, paymentId: `payment_${randomUUID()}` });
  subscription.rejected += 1;
}

function fail(random, subscription, at) {
  if (isLost(random, subscription)) return;
  const { id: subscriptionId, reference } = subscription;
  const changeId = `change_${randomUUID()}`;
  subscription.failures += 1;
  subscription.failedAt = at;
  subscription.events.push({ kind: 'payment_failed', changeId, subscriptionId, reference, at });
}

/** Cancels a subscription to the end of the month; some cancellations are withdrawn. */
function change(random, subscription, clock) {
  const { id: subscriptionId, reference } = subscription;
  const ends = [new Date(clock.periodEndsAt).toISOString(), ...(random.chance(0.5) ? [null] : [])];
  for (const endsAt of ends) {
    const at = tick(clock);
    if (isLost(random, subscription)) continue;
    const changeId = `change_${randomUUID()}`;
    subscription.changes.push(endsAt);
    subscription.events.push({
      ...{ kind: 'subscription_changed', changeId, subscriptionId, reference, endsAt, at },
    });
  }
}

/** Ends a subscription on the side of the payment service. */
function end(random, subscription, at) {
  const { id: subscriptionId, reference, months } = subscription;
  subscription.isEnded = true;
  const isOverdue = months.length > 0 && Date.parse(months.at(-1).periodEndsAt) < Date.now() - OVERDUE_MS;
  if (isOverdue && isLost(random, subscription)) return;
  subscription.events.push({ kind: 'subscription_ended', subscriptionId, reference, at });
}

/** Generates refunds and disputes of a payment, some of which are reversed. @returns the events and the credits taken back, in thousandths */
function generateReversals(random, { price, currency, credits }, { paymentId, at }, { chance = 1 } = {}) {
  const events = [];
  let [left, reversed] = [price, 0];
  for (let n = random.chance(chance) ? random.between(0, 4) : 0; n > 0 && left > 0; n -= 1) {
    const minorUnits = random.between(1, left);
    const [kind, undone] = random.pick(REVERSALS);
    const movement = { paymentId, reversalId: `reversal_${randomUUID()}`, minorUnits, currency, at };
    events.push({ ...movement, kind });
    // A movement in another currency has no effect.
    if (random.chance(0.1))
      events.push({
        ...movement,
        kind,
        reversalId: `${movement.reversalId}_2`,
        currency: otherThan(currency),
      });
    // Returned money could be refunded again; this model omits that.
    left -= minorUnits;
    if (random.chance(0.3)) events.push({ ...movement, kind: undone });
    else reversed += minorUnits;
  }
  return { events, takenBack: Math.floor((credits * reversed) / price) };
}
