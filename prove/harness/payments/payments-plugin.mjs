// A payment provider for the trials, which PLUGINS loads into the real service. The trial sends its webhooks. All processes and the
// trial share the secret CHAOS_PAYMENTS_SECRET. Subscriptions are ended at payment-service.mjs, whose address is CHAOS_PAYMENTS.
import { PaymentProvider, SignatureInvalid } from '../../../dist/index.js';
import { isSigned } from './payment-webhook.mjs';

const SECRET = process.env.CHAOS_PAYMENTS_SECRET;

class ChaosPayments extends PaymentProvider {
  name = 'chaos';
  canCharge = true;

  async checkout({ reference }) {
    return { id: reference, url: `https://payments.example.test/${reference}` };
  }

  async portal() {
    return { url: 'https://payments.example.test/portal' };
  }

  async endSubscription(id) {
    const url = `${process.env.CHAOS_PAYMENTS}/${encodeURIComponent(id)}`;
    const { ok, status } = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(5_000) });
    if (!ok) throw new Error(`the payment service of the trial: ${status}`);
  }

  async receive(body, headers) {
    if (!isSigned(body, headers, SECRET)) throw new SignatureInvalid();
    return JSON.parse(body).map(eventOf);
  }
}

/** Converts an event. Passes on other fields unchanged, including an account id, which the service must not trust. */
function eventOf({ minorUnits, currency = 'EUR', at, ...event }) {
  return {
    ...event,
    at: new Date(at),
    ...(minorUnits !== undefined && { amount: { minorUnits: BigInt(minorUnits), currency } }),
    ...(event.endsAt && { endsAt: new Date(event.endsAt) }),
    ...(event.subscription && {
      subscription: { ...event.subscription, periodEndsAt: new Date(event.subscription.periodEndsAt) },
    }),
  };
}

export default { name: 'chaos-payments', replace: { PaymentProvider: ChaosPayments } };
