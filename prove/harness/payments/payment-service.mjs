// The payment service of the trials. It keeps the running subscriptions and ends one when the real service requests it
// (payments-plugin.mjs). It reports that end by webhooks, like every other end. Its responses may be lost or be errors.
import { createServer } from 'node:http';

export class PaymentService {
  /** Subscriptions by their ids; `isEnded` says whether another month can be paid. */
  subscriptions = new Map();
  /** Events that are not reported yet. */
  unreported = [];
  /** Requests of the service that ended one, also repeated ones. */
  ends = 0;
  'failed ends' = 0;

  /** @param {{mayRefuse: boolean}} options whether a request for an end may fail before it has an effect; it is repeated a minute later */
  constructor(random, { mayRefuse }) {
    Object.assign(this, { random, mayRefuse });
  }

  /** @returns its address */
  async start() {
    this.server = createServer((request, response) => this.respond(request, response));
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${this.server.address().port}`;
  }

  add(subscription) {
    this.subscriptions.set(subscription.id, subscription);
  }

  respond({ url }, response) {
    const subscription = this.subscriptions.get(decodeURIComponent(url.slice(1)));
    const isRefused = this.mayRefuse && this.random.chance(0.1);
    if (isRefused) {
      this['failed ends'] += 1;
      response.writeHead(500).end();
      return;
    }
    // An unknown subscription needs no action.
    if (subscription && !subscription.isEnded) this.unreported.push(this.end(subscription));
    this.ends += 1;
    // The response is lost: the service cannot know whether the subscription has ended.
    if (this.random.chance(0.2)) response.destroy();
    else response.writeHead(204).end();
  }

  /** @returns the event of the end */
  end(subscription) {
    const { id: subscriptionId, reference } = subscription;
    subscription.isEnded = true;
    return { kind: 'subscription_ended', subscriptionId, reference, at: new Date().toISOString() };
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
