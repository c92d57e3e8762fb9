// A payment service of the trials: loaded into the real service by PLUGINS, its webhooks are sent by the trial. All processes and the
// trial know the secret, CHAOS_PAYMENTS_SECRET.
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

  async endSubscription() {}

  async receive(body, headers) {
    if (!isSigned(body, headers, SECRET)) throw new SignatureInvalid();
    return JSON.parse(body).map(({ minorUnits, at, ...event }) => ({
      ...event,
      amount: { minorUnits: BigInt(minorUnits), currency: 'EUR' },
      at: new Date(at),
    }));
  }
}

export default { name: 'chaos-payments', replace: { PaymentProvider: ChaosPayments } };
