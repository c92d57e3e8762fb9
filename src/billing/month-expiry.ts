/** When the credits of a month expire. */

/** A month that is reported late, after an outage, still gives its credits for so long. */
const LEAST_MS = 24 * 60 * 60 * 1000;

/** Returns when the credits of a payment expire: at the end of the paid month, at least a day from now; null: never. */
export function monthExpiry(
  { credits_expire: isExpiring }: { credits_expire: boolean },
  month: { readonly periodEndsAt: Date } | null,
): Date | null {
  if (!isExpiring || !month) return null;
  return new Date(Math.max(month.periodEndsAt.getTime(), Date.now() + LEAST_MS));
}
