/** When the credits of a payment expire. */
import type { RowOf } from '../platform/database/index.js';
import type { CheckoutEntity } from './checkout.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A month that is reported late, after an outage, still gives its credits for so long. */
const LEAST_MS = DAY_MS;

/** What an order says about the expiry of its credits. */
type ExpiringOrder = RowOf<CheckoutEntity, 'credits_expire' | 'expires_in_days'>;

/**
 * Returns when the credits of a payment that is granted now expire: those of a month at its end, at least a day from now, those of a pack
 * after the days of its order, also when the payment was reported late; null: never.
 */
export function expiryOf(
  { credits_expire: isMonthly, expires_in_days: days }: ExpiringOrder,
  month: { readonly periodEndsAt: Date } | null,
): Date | null {
  if (!month) return days === null ? null : new Date(Date.now() + days * DAY_MS);
  return isMonthly ? new Date(Math.max(month.periodEndsAt.getTime(), Date.now() + LEAST_MS)) : null;
}
