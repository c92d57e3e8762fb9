/** Amounts of money in Stripe's units, which are minor units by ISO 4217 but for a few currencies. */
import type { Money } from 'offprint';

/**
 * Stripe's units in one minor unit by ISO 4217, as a fraction. ISK has no minor unit, and Stripe wants two decimals that are zero; MGA
 * has two by ISO 4217, and Stripe wants none (https://docs.stripe.com/currencies).
 */
const FACTORS: Readonly<Record<string, readonly [times: bigint, over: bigint]>> = {
  ISK: [100n, 1n],
  MGA: [1n, 100n],
};
/** Stripe's documentation has two contradicting units for it: 5 UGX are 5 and 500. */
const CONTRADICTED: readonly string[] = ['UGX'];

/** An amount that Stripe's units cannot express, or a currency whose unit is not known. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
}

/** Returns an amount as Stripe expects it. @throws {AmountError} */
export function toStripeAmount({ minorUnits, currency }: Money): { amount: number; currency: string } {
  const [times, over] = factorOf(currency);
  const amount = Number(divide(minorUnits * times, over, currency));
  if (!Number.isSafeInteger(amount)) throw new AmountError(`An amount of ${currency} is too large.`);
  return { amount, currency: currency.toLowerCase() };
}

/** Returns an amount that Stripe has reported. @throws {AmountError} */
export function fromStripeAmount(amount: number, currency: string): Money {
  const code = currency.toUpperCase();
  const [times, over] = factorOf(code);
  return { minorUnits: divide(BigInt(amount) * over, times, code), currency: code };
}

function factorOf(currency: string): readonly [times: bigint, over: bigint] {
  if (CONTRADICTED.includes(currency)) throw new AmountError(`Amounts of ${currency} are not supported.`);
  return FACTORS[currency] ?? [1n, 1n];
}

function divide(units: bigint, over: bigint, currency: string): bigint {
  if (units % over !== 0n)
    throw new AmountError(`An amount of ${currency} has a part that is no unit of it.`);
  return units / over;
}
