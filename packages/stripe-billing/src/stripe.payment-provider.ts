/** Sells through Stripe: its checkout, its customer portal, and its signed webhooks. Cards and secrets stay there. */
import type { IncomingHttpHeaders } from 'node:http';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Checkout,
  type PaymentEvent,
  PaymentProvider,
  type ReversalEvent,
  SignatureInvalid,
  type StartedCheckout,
} from 'offprint';
import Stripe from 'stripe';
import { endCheckoutAtStripe } from './checkout-end.js';
import { type Buyer, checkoutParams } from './checkout-params.js';
import { paymentEventsOf } from './payment-events.js';
import { AmountError } from './stripe-amount.js';
import { StripeApi } from './stripe-api.js';
import { StripeFailure } from './stripe-failure.js';
import { StripeLookups } from './stripe-lookups.js';
import { refundAtStripe } from './stripe-refunds.js';
import { type ResolvedSettings, resolveSettings, type StripeSettings } from './stripe-settings.js';
import { endAtStripe, isPaidAtStripe } from './stripe-subscriptions.js';

/** How old the signature of a webhook may be. Stripe signs each attempt anew. */
const TOLERANCE_SECONDS = 300;

/** Takes payments through Stripe. */
export class StripePaymentProvider extends PaymentProvider implements OnApplicationShutdown {
  override readonly name: string = 'stripe';
  override readonly canCharge: boolean = true;
  private readonly logger = new Logger('stripe-billing');
  private readonly settings: ResolvedSettings;
  private readonly api: StripeApi;

  /** Makes no connection. @throws {ConfigError} for wrong settings. */
  constructor(settings: StripeSettings) {
    super();
    this.settings = resolveSettings(settings);
    this.api = new StripeApi(this.settings);
  }

  override checkout(order: Checkout): Promise<StartedCheckout> {
    return this.logged('a checkout', async () => {
      const { customerId, email } = order;
      const { id, url } = await this.api.call((stripe) =>
        this.open(stripe, order, { customerId, email }, `offprint-checkout-${order.reference}`),
      );
      if (!url) throw new StripeFailure('the checkout has no page');
      return { id, url };
    });
  }

  override endCheckout(checkoutId: string): Promise<boolean> {
    return this.logged('the end of a checkout', () =>
      this.api.call((stripe) => endCheckoutAtStripe(stripe, checkoutId)),
    );
  }

  override portal(customerId: string, returnUrl: string): Promise<{ url: string }> {
    return this.logged('a portal', async () => {
      const params = { customer: customerId, return_url: returnUrl };
      const { url } = await this.api.call((stripe) => stripe.billingPortal.sessions.create(params));
      return { url };
    });
  }

  override endSubscription(subscriptionId: string): Promise<void> {
    return this.logged('the end of a subscription', async () => {
      await this.api.call((stripe) => endAtStripe(stripe, subscriptionId));
    });
  }

  override async refundPayment(paymentId: string): Promise<readonly ReversalEvent[] | null> {
    try {
      return await this.logged('a refund', () =>
        this.api.call((stripe) => refundAtStripe(stripe, paymentId)),
      );
    } catch (error) {
      // Disputed, too old, of a payment outside of Stripe, or not allowed to the key.
      if (error instanceof StripeFailure && error.isFinal) return null;
      throw error;
    }
  }

  override isMonthPaid(subscriptionId: string): Promise<boolean> {
    return this.logged('a question about a subscription', () =>
      this.api.call((stripe) => isPaidAtStripe(stripe, subscriptionId)),
    );
  }

  override async receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]> {
    const event = this.verify(rawBody, String(headers['stripe-signature'] ?? ''));
    // Of an account that is connected to the seller's, by Stripe Connect.
    if (event === null || event.account) return [];
    return this.logged(`the webhook ${event.id}`, () => {
      if (event.livemode !== this.settings.isLive)
        throw new StripeFailure(
          'a webhook of the test mode needs a test key, and one of the live mode a live key',
        );
      return this.api.call((stripe) => paymentEventsOf(event, new StripeLookups(stripe)));
    });
  }

  /** Closes the connections. */
  onApplicationShutdown(): void {
    this.api.close();
  }

  /** Logs why a call failed: the service responds 503 and logs no cause. */
  private async logged<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const isSafe = error instanceof StripeFailure || error instanceof AmountError;
      this.logger.warn(`${what} failed: ${isSafe ? error.message : (error as Error).name}`);
      throw error;
    }
  }

  /**
   * Opens the checkout of an order. A customer that was deleted at Stripe or is of the other mode, and an email that Stripe calls invalid,
   * are left out: the buyer could never buy again. The key then differs, so a repeated call takes the same way.
   */
  private async open(
    stripe: Stripe,
    order: Checkout,
    buyer: Buyer,
    idempotencyKey: string,
  ): Promise<Stripe.Checkout.Session> {
    try {
      const params = checkoutParams(order, buyer, this.settings);
      return await stripe.checkout.sessions.create(params, { idempotencyKey });
    } catch (error) {
      const param = error instanceof Stripe.errors.StripeInvalidRequestError ? error.param : undefined;
      if (param === 'customer' && buyer.customerId !== null)
        return this.open(stripe, order, { ...buyer, customerId: null }, `${idempotencyKey}-new-customer`);
      if (param === 'customer_email' && buyer.email !== null)
        return this.open(stripe, order, { ...buyer, email: null }, `${idempotencyKey}-no-email`);
      throw error;
    }
  }

  /** Returns the event of a webhook; null for what is signed and is no event with its object. @throws {SignatureInvalid} */
  private verify(rawBody: Buffer, signature: string): Stripe.Event | null {
    const { webhookSecret } = this.settings;
    try {
      return Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS);
    } catch (error) {
      // The library's error has the body and the signature.
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new SignatureInvalid();
      return null;
    }
  }
}
