import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { validate as isUuid } from 'uuid';
import { type AuditSource, AuditTrail, SYSTEM_SOURCE } from '../audit/index.js';
import { CreditsService } from '../credits/index.js';
import { Database, Lane, newId, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { publicId } from '../platform/http/index.js';
import { Metrics } from '../platform/metrics/index.js';
import { expiryOf } from './credits-expiry.js';
import { problemOf, storableId, storableReceipt } from './event-problem.js';
import { type PaymentStatus, type Rejection, REJECTIONS } from './payment.entity.js';
import { judgedChange, type Judgement, movedChange, reversalChange } from './payment-audit.js';
import {
  type PaidEvent,
  type PaymentEvent,
  PaymentProvider,
  type ReversalEvent,
  type SubscriptionEvent,
} from './payment-provider.js';
import * as sql from './payments.sql.js';
import { callProvider } from './provider-call.js';
import { creditsTakenBack, statusAfter } from './reversed-credits.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { type SubscriptionRow } from './subscriptions/subscriptions.sql.js';

/** Events of one payment wait here, and not on connections of the pool. A delivery that waits too long is a 503, and is repeated. */
const LANE = {
  ...{ atOnce: 4, atOncePerOwner: 1, waiting: 1_000, waitingPerOwner: 100, waitingMs: 15_000 },
  order: 'in turns',
} as const;

type MoneyEvent = PaidEvent | ReversalEvent;

/** Granted nothing and is ended at the payment service. */
interface RejectedPayment {
  id: string;
  /** The payment service's id. */
  paymentId: string;
  /** Of a month: its subscription ends. */
  subscriptionId: string | null;
  /** True: its money has not gone back. */
  isToRefund: boolean;
}

interface JudgedPayment extends Judgement {
  /** Null unless a month is granted. */
  subscription: SubscriptionRow | null;
}

/**
 * Applies the events of payments. Each event is one transaction: the event, the payment, the transfers of the ledger and the audit event,
 * or none of them. Events of one payment run one after another, because each locks the payment's row. What is taken back is a function of
 * all recorded events, so neither their order nor their number matters.
 */
@Injectable()
export class PaymentEvents {
  private readonly logger = new Logger('billing');
  private readonly refused: Counter<'reason'>;
  private readonly lane = new Lane(
    LANE,
    () => new AppError('service_unavailable', { headers: { 'Retry-After': '5' } }),
  );

  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly subscriptions: Subscriptions,
    private readonly trail: AuditTrail,
    private readonly provider: PaymentProvider,
    metrics: Metrics,
  ) {
    const help = 'Signed events of the payment service that were rejected, and grant or change nothing.';
    this.refused = metrics.counter('payment_events_rejected_total', help, ['reason']);
    for (const reason of [...REJECTIONS, 'not_recordable', 'unknown_subscription'])
      this.refused.inc({ reason }, 0);
  }

  /** An event that can never be applied is logged: the payment service would send it again and again. */
  async apply(event: PaymentEvent, source: AuditSource): Promise<void> {
    const problem = problemOf(event);
    if (problem !== null) {
      this.refused.inc({ reason: 'not_recordable' });
      this.logger.error(`an event of ${this.provider.name} (${event.kind}): ${problem}`);
      return;
    }
    const subject = 'paymentId' in event ? event.paymentId : event.subscriptionId;
    const rejected = await this.lane.run(subject, 1, () =>
      this.database.transaction((tx) =>
        'paymentId' in event ? this.applyOnce(tx, event, source) : this.applyToPlan(tx, event, source),
      ),
    );
    if (rejected !== null) await this.endRejected(rejected);
  }

  /** @returns false when the payment service cannot send the money back. @throws 503. */
  async refund(
    { id, paymentId }: Pick<RejectedPayment, 'id' | 'paymentId'>,
    source: AuditSource,
  ): Promise<boolean> {
    const refunds = await callProvider(() => this.provider.refundPayment(paymentId));
    if (refunds === null) {
      this.logger.error(`${this.provider.name} cannot refund ${publicId('pay', id)} here: refund it there`);
      return false;
    }
    for (const refund of refunds) await this.apply(refund, source);
    return true;
  }

  /**
   * A payment without a grant leaves a subscription, of which no month will ever be granted, and its money. When ending them fails the
   * payment service gets a 503 and sends the event again, which ends them then.
   */
  private async endRejected(payment: RejectedPayment): Promise<void> {
    const { subscriptionId, isToRefund } = payment;
    if (subscriptionId !== null) {
      await callProvider(() => this.provider.endSubscription(subscriptionId));
      const target = publicId('pay', payment.id);
      this.logger.error(`the subscription of ${target} was ended at ${this.provider.name}`);
    }
    if (isToRefund) await this.refund(payment, SYSTEM_SOURCE);
  }

  private async applyToPlan(tx: Transaction, event: SubscriptionEvent, source: AuditSource): Promise<null> {
    const order = await this.lockOrder(tx, event.reference);
    const row =
      order?.kind === 'plan' ? await this.subscriptions.lock(tx, order, event.subscriptionId) : null;
    if (order && row) await this.subscriptions.apply(tx, order, row, event, source);
    else {
      this.refused.inc({ reason: 'unknown_subscription' });
      this.logger.error(`an event of a subscription (${event.kind}) is of no order`);
    }
    return null;
  }

  /** Also of a repeated event: @returns the payment when it is to be ended. */
  private async applyOnce(
    tx: Transaction,
    event: MoneyEvent,
    source: AuditSource,
  ): Promise<RejectedPayment | null> {
    const payment = await this.lockPayment(tx, event.paymentId);
    if (!(await this.record(tx, payment.id, event))) return toEnd(tx, payment, event);
    if (event.kind !== 'paid') await this.trail.record(tx, { ...source, ...reversalChange(payment, event) });
    const judged = event.kind === 'paid' ? await this.pay(tx, payment, event, source) : payment;
    // A refund that arrives before its payment waits for it.
    const status = judged.amount === null ? judged.status : await this.settleReversals(tx, judged, source);
    return toEnd(tx, { ...judged, status }, event);
  }

  private async lockPayment(tx: Transaction, paymentId: string): Promise<sql.PaymentRow> {
    const provider = this.provider.name;
    await tx.run(sql.ADD_PAYMENT, { id: newId(), provider, paymentId });
    const [payment] = await tx.run(sql.FIND_PAYMENT, { provider, paymentId });
    return payment!;
  }

  /** @returns false when the event was recorded before. */
  private async record(tx: Transaction, payment: string, event: MoneyEvent): Promise<boolean> {
    const subject = event.kind === 'paid' ? event.paymentId : event.reversalId;
    const { minorUnits, currency } = event.amount;
    const rows = await tx.run(sql.RECORD_EVENT, {
      ...{ provider: this.provider.name, kind: event.kind, subject, payment },
      ...{ amount: minorUnits.toString(), currency, at: event.at },
    });
    return rows.length > 0;
  }

  private async pay(
    tx: Transaction,
    { id }: sql.PaymentRow,
    event: PaidEvent,
    source: AuditSource,
  ): Promise<sql.PaymentRow> {
    const judgement = await this.judge(tx, event);
    const { order, rejection, credits, subscription } = judgement;
    const { minorUnits, currency } = event.amount;
    const [payment] = await tx.run(sql.SET_PAID, {
      ...{ id, order: order?.id ?? null, account: order?.account_id ?? null },
      ...{ status: rejection === null ? 'paid' : 'rejected', rejection },
      ...{ amount: minorUnits.toString(), currency, credits: credits.toString() },
      ...{ customer: storableId(event.customerId), receipt: storableReceipt(event.receiptUrl) },
      subscription: event.subscription?.id ?? null,
      periodEndsAt: event.subscription?.periodEndsAt ?? null,
      total: event.subscription?.invoice?.total.toString() ?? null,
    });
    if (rejection !== null) {
      this.refused.inc({ reason: rejection });
      this.logger.error(`payment ${publicId('pay', id)} was not granted: ${rejection}`);
    }
    await this.trail.record(tx, { ...source, ...judgedChange(id, event, judgement) });
    if (order && credits > 0n) {
      const note = `${subscription ? 'Month of' : 'Bought'}: ${order.title}`;
      const expiresAt = expiryOf(order, event.subscription);
      await this.credits.grant(tx, { accountId: order.account_id, amount: credits, note, expiresAt });
    }
    if (order && subscription) {
      const month = { periodEndsAt: event.subscription!.periodEndsAt, at: event.at };
      await this.subscriptions.enterMonth(tx, order, subscription, month, source);
    }
    return payment!;
  }

  private async judge(tx: Transaction, event: PaidEvent): Promise<JudgedPayment> {
    const order = await this.lockOrder(tx, event.reference);
    let rejection = await rejectionOf(tx, order, event);
    if (!order || rejection !== null) return { order, rejection, credits: 0n, subscription: null };
    const month = event.subscription;
    const subscription = month && (await this.subscriptions.lock(tx, order, month.id));
    // The order has a second subscription.
    if (month && !subscription) rejection = 'already_paid';
    return { order, rejection, credits: rejection === null ? BigInt(order.credits) : 0n, subscription };
  }

  private async lockOrder(tx: Transaction, reference: string): Promise<sql.CheckoutRow | undefined> {
    if (!isUuid(reference)) return undefined;
    return (await tx.run(sql.FIND_CHECKOUT, { order: reference, provider: this.provider.name }))[0];
  }

  /** Moves the difference between what was taken back and what should be. @returns the status after it. */
  private async settleReversals(
    tx: Transaction,
    payment: sql.PaymentRow,
    source: AuditSource,
  ): Promise<PaymentStatus> {
    const [row] = await tx.run(sql.REVERSED, { payment: payment.id, currency: payment.currency });
    const { reversed, is_disputed: isDisputed, is_incomplete: isIncomplete } = row!;
    const target = publicId('pay', payment.id);
    if (isIncomplete)
      this.logger.error(
        `a refund or dispute of ${target} is in another currency than its payment, and moves nothing`,
      );
    const amounts = { amount: BigInt(payment.amount!), total: BigInt(payment.total ?? payment.amount!) };
    const judged = {
      ...{ isRejected: payment.rejection !== null, ...amounts },
      credits: BigInt(payment.credits),
    };
    const takenBack = creditsTakenBack(judged, BigInt(reversed));
    const status = statusAfter(judged, BigInt(reversed), isDisputed);
    const change = BigInt(payment.taken_back) - takenBack;
    if (change === 0n && status === payment.status) return status;
    await tx.run(sql.SET_REVERSED, { payment: payment.id, takenBack: takenBack.toString(), status });
    if (change !== 0n) await this.move(tx, { accountId: payment.account_id!, target, change }, source);
    return status;
  }

  /** @param change of the wallet, in thousandths, negative when credits are taken back. */
  private async move(
    tx: Transaction,
    { accountId, target, change }: { accountId: string; target: string; change: bigint },
    source: AuditSource,
  ): Promise<void> {
    await this.trail.record(tx, { ...source, ...movedChange(accountId, target, change) });
    if (change < 0n) {
      const note = `Taken back: ${target} was refunded or is disputed`;
      await this.credits.takeBack(tx, { accountId, amount: change, note });
    } else {
      const note = `Given back: the money of ${target} came back`;
      await this.credits.adjust(tx, { accountId, amount: change, note });
    }
  }
}

/**
 * Returns a rejected payment that is ended without an operator: not one of an unknown order, which may be another installation's, not a
 * month of another order's subscription, and not a month that was paid twice, which can be one payment under two ids.
 */
async function toEnd(
  tx: Transaction,
  { id, checkout_id: orderId, rejection, status, amount }: sql.PaymentRow,
  event: MoneyEvent,
): Promise<RejectedPayment | null> {
  if (event.kind !== 'paid' || rejection === null || orderId === null) return null;
  const { paymentId, subscription } = event;
  const isToRefund = status === 'rejected' && amount !== '0';
  if (!subscription) return { id, paymentId, subscriptionId: null, isToRefund };
  const [known] = await tx.run(sql.ORDER_OF_SUBSCRIPTION, { subscription: subscription.id });
  const isLeft = known && (known.id !== orderId || rejection === 'already_paid');
  return isLeft ? null : { id, paymentId, subscriptionId: subscription.id, isToRefund };
}

/** @returns null when it is the first payment of its order, or of its month, and what the order says. */
async function rejectionOf(
  tx: Transaction,
  order: sql.CheckoutRow | undefined,
  { amount, subscription }: PaidEvent,
): Promise<Rejection | null> {
  if (!order) return 'unknown_checkout';
  if ((subscription !== null) !== (order.kind === 'plan')) return 'wrong_item';
  if (amount.currency !== order.currency) return 'wrong_currency';
  const prices = subscription?.invoice?.prices ?? [amount.minorUnits];
  if (!prices.includes(BigInt(order.amount))) return 'wrong_amount';
  const paid = subscription
    ? await tx.run(sql.IS_MONTH_PAID, { order: order.id, periodEndsAt: subscription.periodEndsAt })
    : await tx.run(sql.IS_PAID, { order: order.id });
  return paid.length > 0 ? 'already_paid' : null;
}
