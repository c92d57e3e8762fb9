/** Requests of Stripe's API: bounded in number and time, with the version of the API that this code was written for. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import { StripeFailure, toStripeFailure } from './stripe-failure.js';
import type { ResolvedSettings } from './stripe-settings.js';

/** The one of the library's types: another does not compile. */
const API_VERSION = '2026-10-28.endive';
/** Of one attempt without a byte of Stripe. */
const ATTEMPT_MS = 6_000;
/** After a cut connection, 409 and 5xx. Each POST has an idempotency key, so a second attempt repeats nothing. */
const RETRIES = 2;
/** Of a call with all of its requests and attempts. The service gives up after 20 s. */
const CALL_MS = 18_000;
/** Open at once to Stripe; further requests wait. */
const CONNECTIONS = 32;

export class StripeApi {
  private readonly agent: HttpAgent;
  private readonly stripe: Stripe;

  /** Makes no connection. @param callMs of a call with all of its requests. */
  constructor(
    { secretKey, apiUrl }: ResolvedSettings,
    private readonly callMs = CALL_MS,
  ) {
    const { protocol, hostname, port } = new URL(apiUrl);
    const options = { keepAlive: true, maxSockets: CONNECTIONS };
    this.agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
    this.stripe = new Stripe(secretKey, {
      apiVersion: API_VERSION,
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(port !== '' && { port }),
      protocol: protocol === 'https:' ? 'https' : 'http',
      httpAgent: this.agent,
      timeout: ATTEMPT_MS,
      maxNetworkRetries: RETRIES,
      // Stripe would get the times of earlier requests with each one.
      telemetry: false,
      appInfo: { name: 'offprint' },
    });
  }

  /** Runs requests. @throws {StripeFailure} when one fails, or when they take longer than 18 s. */
  async call<T>(requests: (stripe: Stripe) => Promise<T>): Promise<T> {
    // An extension imports the public API only, which does not have `withTimeout`.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new StripeFailure('Stripe does not respond in time')), this.callMs);
    });
    try {
      return await Promise.race([requests(this.stripe), late]);
    } catch (error) {
      throw toStripeFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy();
  }
}
