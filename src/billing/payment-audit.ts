import type { AuditChange } from '../audit/index.js';
import { toCredits } from '../credits/index.js';
import { publicId } from '../platform/http/index.js';
import type { Rejection } from './payment.entity.js';
import type { PaidEvent, ReversalEvent } from './payment-provider.js';
import type { CheckoutRow, PaymentRow } from './payments.sql.js';

export interface Judgement {
  /** Undefined: the order is unknown. */
  order: CheckoutRow | undefined;
  /** Why it grants nothing; null when it does. */
  rejection: Rejection | null;
  /** Granted, in thousandths of a credit. */
  credits: bigint;
}

export function judgedChange(id: string, event: PaidEvent, { order, rejection, credits }: Judgement) {
  const { minorUnits, currency } = event.amount;
  return {
    accountId: order?.account_id ?? null,
    action: rejection === null ? 'payment.granted' : 'payment.rejected',
    target: publicId('pay', id),
    after: {
      ...{ amount: Number(minorUnits), currency, credits: toCredits(credits) },
      ...(order && { checkoutId: publicId('chk', order.id), [order.kind]: order.pack }),
      ...(rejection !== null && { reason: rejection }),
    },
  } satisfies AuditChange;
}

/** The payment may not have arrived yet. */
export function reversalChange({ id, account_id: accountId }: PaymentRow, event: ReversalEvent) {
  const { minorUnits, currency } = event.amount;
  return {
    accountId,
    action: `payment.${event.kind}`,
    target: publicId('pay', id),
    after: { amount: Number(minorUnits), currency, reversalId: event.reversalId },
  } satisfies AuditChange;
}

export function refundRequestedChange({ id, account_id: accountId, rejection }: PaymentRow) {
  const target = publicId('pay', id);
  return {
    ...{ accountId, action: 'payment.refund_requested', target },
    after: { reason: rejection },
  } satisfies AuditChange;
}

/** @param change in thousandths, of the wallet. */
export function movedChange(accountId: string, target: string, change: bigint) {
  const action = change < 0n ? 'payment.taken_back' : 'payment.given_back';
  return { accountId, action, target, after: { credits: toCredits(change) } } satisfies AuditChange;
}
