/**
 * Port: a payment service that sells credits and plans. Its default takes no payments.
 *
 * The service keeps the order of each checkout (account, item, price, credits) and grants by it; an event only says what
 * happened to the money. Each event is one movement with an id of its own, and none contains a sum over others. So events
 * can be applied in any order and any number of times: a refund can arrive before its payment.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';

/** An amount of money. */
export interface Money {
  /** In minor units of the currency by ISO 4217, 0 or more: 1999n is 19.99 EUR, and 500n is 500 JPY. */
  readonly minorUnits: bigint;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
}

/** What a checkout sells. */
export interface CheckoutItem {
  /** `pack`: one payment. `plan`: a subscription that is paid at once and then each month until it ends. */
  readonly kind: 'pack' | 'plan';
  /** Key of the pack or the plan. */
  readonly key: string;
  /** Shown to the buyer. */
  readonly title: string;
  /** Taxes included. Of a plan: per month. */
  readonly price: Money;
  /** In thousandths of a credit; of a plan: per month. For display only. */
  readonly credits: bigint;
}

/** An order that a buyer is about to pay. */
export interface Checkout {
  /** UUID of the order. Every `paid` event of this checkout has it, also those of later months. */
  readonly reference: string;
  /** UUID of the account that buys. */
  readonly accountId: string;
  /** Of the user who buys; null when it is not known. */
  readonly email: string | null;
  /** The account's `customerId` of an earlier `paid` event; null when there is none. */
  readonly customerId: string | null;
  readonly item: CheckoutItem;
  /** Pages of the dashboard: after the payment, and after the buyer went back. The first is no proof of a payment. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A page of the payment service on which the buyer pays. */
export interface StartedCheckout {
  /** The payment service's id of the checkout. */
  readonly id: string;
  /** https. */
  readonly url: string;
}

/** A paid month of a subscription. */
export interface PaidMonth {
  readonly id: string;
  /** The end of the time that was paid for. */
  readonly periodEndsAt: Date;
  /** What was invoiced, when it is not `amount` alone. The price of the order is compared with it. */
  readonly invoice?: MonthInvoice;
}

/** Of the invoice of a month, `amount` may be a part: discounts and balances of the buyer pay the rest. In minor units of `amount`. */
export interface MonthInvoice {
  /** The price of each item of the subscription for the whole month, taxes included, before discounts. One must be that of the order. */
  readonly prices: readonly bigint[];
  /** All that the buyer owed for it, after discounts. */
  readonly total: bigint;
}

/** Money has arrived; not merely been promised, as at the end of a checkout with a bank transfer. */
export interface PaidEvent {
  readonly kind: 'paid';
  /** The payment service's id of the payment, the same in all of its events. Each month of a subscription is a payment. */
  readonly paymentId: string;
  /** `reference` of the checkout. */
  readonly reference: string;
  /** The money that arrived, taxes included. It bounds what refunds and disputes take back. */
  readonly amount: Money;
  /** The payment service's id of the buyer, for later checkouts and for `portal`. */
  readonly customerId: string | null;
  /** For a plan; null for a pack. */
  readonly subscription: PaidMonth | null;
  /** A page that the buyer may open; https. */
  readonly receiptUrl: string | null;
  /** When it happened, by the payment service. */
  readonly at: Date;
}

/** A movement of money after the payment. `amount` is that of this movement alone. */
export interface ReversalEvent {
  /**
   * - `refunded`: money was sent back to the buyer. `refund_failed`: it came back, because the buyer's bank rejected it.
   * - `disputed`: the buyer's bank took money back. `dispute_won`: it returned the money.
   */
  readonly kind: 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won';
  /** `paymentId` of the `paid` event. */
  readonly paymentId: string;
  /**
   * Id of the refund or the dispute at the payment service: a `refund_failed` has that of its `refunded`, a `dispute_won` of its
   * `disputed`.
   */
  readonly reversalId: string;
  readonly amount: Money;
  readonly at: Date;
}

/** A subscription has ended, and no month of it will be paid again. */
export interface SubscriptionEndedEvent {
  readonly kind: 'subscription_ended';
  readonly subscriptionId: string;
  /** `reference` of its checkout. */
  readonly reference: string;
  readonly at: Date;
}

/** A month of a subscription could not be paid. The payment service tries again, until it is paid or the subscription ends. */
export interface PaymentFailedEvent {
  readonly kind: 'payment_failed';
  /** The payment service's id of the failed attempt, or of what reports it. */
  readonly changeId: string;
  readonly subscriptionId: string;
  /** `reference` of its checkout. */
  readonly reference: string;
  readonly at: Date;
}

/**
 * A buyer has cancelled a subscription, which ends at a time, or changed their mind: it goes on. It may end at `at`: no month is paid, and
 * none is tried, until another change or a month that is paid later.
 */
export interface SubscriptionChangedEvent {
  readonly kind: 'subscription_changed';
  /** The payment service's id of the change, or of what reports it. */
  readonly changeId: string;
  readonly subscriptionId: string;
  /** `reference` of its checkout. */
  readonly reference: string;
  /** Null: it goes on. */
  readonly endsAt: Date | null;
  readonly at: Date;
}

/** What happened to a subscription, beside its payments. */
export type SubscriptionEvent = PaymentFailedEvent | SubscriptionChangedEvent | SubscriptionEndedEvent;

/** No two events have the same kind and the same `paymentId`, `reversalId`, `changeId` or, of a `subscription_ended`, `subscriptionId`. */
export type PaymentEvent = PaidEvent | ReversalEvent | SubscriptionEvent;

/** A webhook was not sent by the payment service, or too long ago: 400 `signature_invalid`. */
export class SignatureInvalid extends Error {
  override readonly name = 'SignatureInvalid';

  constructor(options?: ErrorOptions) {
    super('The signature of the webhook is not valid.', options);
  }
}

/**
 * A payment service; a class of its own replaces the default. Card data never reaches the service: the buyer types it into a page of the
 * payment service. Bound the time of every call. A rejected promise is a 503; nothing is granted.
 */
export abstract class PaymentProvider {
  /** Part of the webhooks' path, `/api/billing/webhooks/<name>`: lower-case letters, digits and hyphens, at most 32. */
  abstract readonly name: string;

  /** Whether payments are configured. While it is false, nothing is for sale. It must not change while the process runs. */
  abstract readonly canCharge: boolean;

  /**
   * Repeated calls with one `reference` return the same checkout (use `reference` as the idempotency key). Store `reference` with the
   * payment and with the subscription at the payment service, so that events can return it.
   */
  abstract checkout(order: Checkout): Promise<StartedCheckout>;

  /**
   * Ends the page of a checkout that is not paid; resolves too when it has ended before. Called when the account opens another page for a
   * plan, so that not both are paid. Default: the page stays.
   * @param checkoutId `id` of `StartedCheckout`. @returns false when the checkout is paid, or being paid.
   */
  endCheckout(_checkoutId: string): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Opens a page where a buyer ends subscriptions, changes cards and reads invoices. `url` is https. */
  abstract portal(customerId: string, returnUrl: string): Promise<{ url: string }>;

  /**
   * Ends a subscription at once, so that no further month is paid; the running one is not paid back. Resolves too when it has ended before.
   * The service repeats the call until it resolves. `subscription_ended` may be reported as always.
   */
  abstract endSubscription(subscriptionId: string): Promise<void>;

  /**
   * Sends back what is left of a payment that was rejected, so that it has granted nothing. Repeated and concurrent calls send it back
   * once; a call after a refund that failed tries again. While it rejects, the payment service gets a 503 and sends the event of the
   * payment again. Default: null.
   * @param paymentId of the `paid` event. @returns the refunds of the payment that have not failed, as `receive` reports them; null when
   * they cannot be made here: the administration lists the payment.
   */
  refundPayment(_paymentId: string): Promise<readonly ReversalEvent[] | null> {
    return Promise.resolve(null);
  }

  /**
   * Returns whether the running month of a subscription is paid at the payment service, of which no event has arrived. Called when the paid
   * time ended `SUBSCRIPTION_GRACE_DAYS` ago: the service ends the subscription unless it is. Default: false.
   */
  isMonthPaid(_subscriptionId: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  /**
   * Verifies a webhook and returns its events: none when it is about nothing above, or about a payment of another product of the same
   * seller. It may query the payment service. The service calls it again with a repeated delivery, which must return equal events. When it
   * rejects with another error than `SignatureInvalid`, the payment service gets a 5xx and sends the webhook again.
   * @param rawBody as it was received: a signature is one of bytes.
   * @throws {SignatureInvalid}
   */
  abstract receive(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<PaymentEvent[]>;
}

/** Takes no payments. */
@Injectable()
export class NoPayments extends PaymentProvider {
  readonly name: string = 'none';
  readonly canCharge: boolean = false;

  checkout(_order: Checkout): Promise<StartedCheckout> {
    return Promise.reject(new Error('No payment service is configured.'));
  }

  portal(_customerId: string, _returnUrl: string): Promise<{ url: string }> {
    return Promise.reject(new Error('No payment service is configured.'));
  }

  endSubscription(_subscriptionId: string): Promise<void> {
    return Promise.reject(new Error('No payment service is configured.'));
  }

  receive(_rawBody: Buffer, _headers: IncomingHttpHeaders): Promise<PaymentEvent[]> {
    return Promise.reject(new SignatureInvalid());
  }
}
