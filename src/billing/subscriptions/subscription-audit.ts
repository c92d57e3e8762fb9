import type { AuditChange } from '../../audit/index.js';
import { toCredits } from '../../credits/index.js';
import { publicId } from '../../platform/http/index.js';
import type { SubscriptionEvent } from '../payment-provider.js';
import type { CheckoutRow } from '../payments.sql.js';

/** The id is that of its order. */
export const subscriptionId = (id: string): string => publicId('sub', id);

export function begunChange(order: CheckoutRow) {
  const { id, account_id: accountId, pack: plan, credits, amount, currency } = order;
  return {
    ...{ accountId, action: 'subscription.begun', target: subscriptionId(id) },
    after: { plan, credits: toCredits(BigInt(credits)), amount: Number(amount), currency },
  } satisfies AuditChange;
}

const ACTIONS: Readonly<Record<SubscriptionEvent['kind'], string>> = {
  payment_failed: 'subscription.payment_failed',
  subscription_changed: 'subscription.changed',
  subscription_ended: 'subscription.ended',
};

/** @param endsAt before the event. */
export function reportedChange(order: CheckoutRow, event: SubscriptionEvent, endsAt: Date | null) {
  const show = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{ accountId: order.account_id, action: ACTIONS[event.kind], target: subscriptionId(order.id) },
    ...(event.kind === 'subscription_changed' && { before: { endsAt: show(endsAt) } }),
    after: {
      plan: order.pack,
      ...(event.kind === 'subscription_changed' && { endsAt: show(event.endsAt) }),
    },
  } satisfies AuditChange;
}

/** The subscription was to be ended because no month was paid, and is paid again. */
export function endWithdrawnChange({ id, account_id: accountId, pack: plan }: CheckoutRow) {
  return {
    ...{ accountId, action: 'subscription.end_withdrawn', target: subscriptionId(id) },
    after: { plan },
  } satisfies AuditChange;
}

export type EndReason = 'replaced' | 'account_deleted' | 'unpaid' | 'operator';

export function endRequestedChange(accountId: string, id: string, reason: EndReason) {
  return {
    ...{ accountId, action: 'subscription.end_requested', target: subscriptionId(id) },
    after: { reason },
  } satisfies AuditChange;
}
