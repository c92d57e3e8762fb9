// The payment service of the trials: it knows which subscriptions run, and ends one when the real service asks for it
// (payments-plugin.mjs). Then it reports the end by webhooks, as for every other end. Its responses may be lost, or be errors.
import { createServer } from 'node:http';

export class PaymentService {
  /** Subscriptions by their ids; `isEnded` says whether another month can be paid. */
  subscriptions = new Map();
  /** Events that it has yet to report. */
  unreported = [];
  /** Requests of the service that ended one, also repeated ones. */
  ends = 0;
  'failed ends' = 0;

  /** @param {{mayRefuse: boolean}} options whether a request for an end may fail before it ends anything: it is repeated a minute later */
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
    // One that it does not know is as it should be.
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
