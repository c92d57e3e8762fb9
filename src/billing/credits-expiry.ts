import type { RowOf } from '../platform/database/index.js';
import type { CheckoutEntity } from './checkout.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A month that is reported late, after an outage, still gives its credits for a day. */
const LEAST_MS = DAY_MS;

type ExpiringOrder = RowOf<CheckoutEntity, 'credits_expire' | 'expires_in_days'>;

/**
 * Null: never. Credits of a month expire at its end, at least a day from now; those of a pack its days from now, however late the report.
 */
export function expiryOf(
  { credits_expire: isMonthly, expires_in_days: days }: ExpiringOrder,
  month: { readonly periodEndsAt: Date } | null,
): Date | null {
  if (!month) return days === null ? null : new Date(Date.now() + days * DAY_MS);
  return isMonthly ? new Date(Math.max(month.periodEndsAt.getTime(), Date.now() + LEAST_MS)) : null;
}
