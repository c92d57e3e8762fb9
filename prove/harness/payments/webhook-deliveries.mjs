// Delivers webhooks as a payment service does: repeats each until the service has accepted it, also while processes are killed.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../callers/http-caller.mjs';
import { webhookOf } from './payment-webhook.mjs';

/** Webhook format of payments-plugin.mjs; `maxEvents`: maximum number of events in one webhook. */
const CHAOS = { path: '/api/billing/webhooks/chaos', sign: webhookOf, maxEvents: 2 };
/** Deliveries of each event. */
const DELIVERIES = 5;
const AT_ONCE = 24;
/** A killed process is ready again within seconds. */
const PAUSE_MS = 200;
const MOST_ATTEMPTS = 600;

export class WebhookDeliveries {
  /**
   * @param {{deliveries: number, 'deliveries that failed': number, forged: number}} tally
   * @param [wire] format of another payment service: `sign` takes a list of events and the secret, and returns a body and headers
   */
  constructor(target, random, secret, tally, wire = CHAOS) {
    Object.assign(this, { target, random, secret, tally, wire });
  }

  /**
   * Delivers each event five times, concurrently and in any order, some together with another event, beside forged webhooks.
   * @param {{late?: object[], forged?: number}} [options] `late`: deliveries of earlier events that were postponed
   * @returns {Promise<object[]>} postponed deliveries
   */
  async deliver(events, { late = [], forged = 0 } = {}) {
    const { random } = this;
    const [now, later] = [[...late], []];
    // At least one delivery of each event is not postponed.
    for (const event of events)
      for (let n = 0; n < DELIVERIES; n += 1) (n > 0 && random.chance(0.15) ? later : now).push(event);
    const webhooks = shuffle(random, now).map((event) =>
      this.wire.maxEvents > 1 && events.length > 1 && random.chance(0.1)
        ? [event, random.pick(events)]
        : [event],
    );
    const forgeries = Array.from({ length: events.length > 0 ? forged : 0 }, () => null);
    const shuffled = shuffle(random, [...webhooks, ...forgeries]);
    await inParallel(shuffled.length, AT_ONCE, (at) =>
      shuffled[at] ? this.send(shuffled[at], at) : this.forge(random.pick(events), at),
    );
    return later;
  }

  /** Sends a webhook until the service accepts it. */
  async send(events, at = 0) {
    this.tally.deliveries += 1;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      // Signed again each time, because a signature is valid for minutes.
      const { body, headers } = this.wire.sign(events, this.secret);
      const { status, text } = await this.caller(at + attempt).request('POST', this.wire.path, {
        body,
        headers,
      });
      if (status === 200) return;
      if (![0, 500, 503].includes(status)) return this.target.found(`a webhook: ${status} ${text}`);
      this.tally['deliveries that failed'] += 1;
      await sleep(PAUSE_MS);
    }
    this.target.found(`a webhook was never accepted: ${JSON.stringify(events)}`);
  }

  /** Sends a webhook with a wrong secret, or a signed webhook of an order that does not exist. */
  async forge(event, at) {
    const isSigned = this.random.chance(0.5);
    const { body, headers } = this.wire.sign(
      [isSigned ? withUnknownIds(event) : event],
      isSigned ? this.secret : 'another secret',
    );
    this.tally.forged += 1;
    const { status, text } = await this.caller(at).request('POST', this.wire.path, { body, headers });
    const expected = isSigned ? [0, 200, 503] : [0, 400, 503];
    if (!expected.includes(status)) this.target.found(`a forged webhook: ${status} ${text}`);
    if (status === 400 && JSON.parse(text).code !== 'signature_invalid')
      this.target.found(`a forged webhook: ${text}`);
  }

  caller(at) {
    const { callers } = this.target;
    return callers[at % callers.length];
  }
}

/** Returns the event with ids that do not exist. */
function withUnknownIds(event) {
  const names = ['paymentId', 'reversalId', 'changeId', 'subscriptionId'].filter((name) => name in event);
  return {
    ...event,
    reference: randomUUID(),
    ...Object.fromEntries(names.map((name) => [name, `${name}_${randomUUID()}`])),
  };
}

function shuffle(random, items) {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at);
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}
