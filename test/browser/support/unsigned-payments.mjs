// A payment service for tests of the page: anybody may report anything to it, and it cannot refund what is named `pay_stuck`.
import { PaymentProvider } from 'offprint';

/** JSON has neither amounts nor times. */
const readEvent = (event) => ({
  ...event,
  at: new Date(),
  amount: { minorUnits: BigInt(event.amount), currency: 'EUR' },
  subscription: event.subscription && {
    ...event.subscription,
    periodEndsAt: new Date(event.subscription.periodEndsAt),
  },
});

class UnsignedPayments extends PaymentProvider {
  name = 'unsigned';
  canCharge = true;
  #paid = new Map();

  async checkout({ reference }) {
    return { id: reference, url: `https://payments.example.test/${reference}` };
  }

  async portal() {
    return { url: 'https://payments.example.test/portal' };
  }

  async endSubscription() {
    // No month follows.
  }

  async refundPayment(paymentId) {
    const amount = this.#paid.get(paymentId);
    if (!amount || paymentId === 'pay_stuck') return null;
    return [{ kind: 'refunded', paymentId, reversalId: `refund_${paymentId}`, amount, at: new Date() }];
  }

  async receive(body) {
    const event = readEvent(JSON.parse(body));
    this.#paid.set(event.paymentId, event.amount);
    return [event];
  }
}

export default { name: 'unsigned-payments', replace: { PaymentProvider: UnsignedPayments } };
