/**
 * Credits are thousandths (bigint) in the code and JSON numbers in the API. Only these two functions convert, so no float is ever added.
 */

/** In credits: the range of an entry; the greatest is also that of a limit. */
export const MIN_CREDITS = 0.001;
export const MAX_CREDITS = 1_000_000_000;

/** 12.345 credits → 12345n thousandths. @throws RangeError for more than 3 decimals or beyond exact numbers. */
export function fromCredits(credits: number): bigint {
  const thousandths = Math.round(credits * 1000);
  if (!Number.isSafeInteger(thousandths) || Math.abs(thousandths / 1000 - credits) > 1e-9) {
    throw new RangeError(`${credits} is not an amount of credits with at most 3 decimals`);
  }
  return BigInt(thousandths);
}

/** 12345n thousandths → 12.345 credits. Accepts text too, because the driver returns bigint columns as text. */
export function toCredits(thousandths: bigint | string): number {
  return Number(thousandths) / 1000;
}
