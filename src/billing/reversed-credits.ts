/** What of a payment's credits is taken back, as a function of what has been refunded and disputed. */
import type { PaymentStatus } from './payment.entity.js';

/** A payment that was compared with its order. */
interface JudgedPayment {
  /** It granted nothing, because it was not what its order says. */
  isRejected: boolean;
  /** What was paid, in minor units; more than 0 when `credits` is. */
  amount: bigint;
  /** Granted, in thousandths of a credit. */
  credits: bigint;
}

/**
 * Returns how many thousandths of a credit are taken back in all: the refunded part of what was granted, rounded down, never more than
 * was granted. It depends on the sum alone, so the order in which refunds arrive does not matter.
 * @param reversed in minor units.
 */
export function creditsTakenBack({ amount, credits }: JudgedPayment, reversed: bigint): bigint {
  if (credits === 0n) return 0n;
  return reversed >= amount ? credits : (credits * reversed) / amount;
}

/** Returns the status of a payment of which `reversed` minor units have gone back. */
export function statusAfter(
  { isRejected, amount }: JudgedPayment,
  reversed: bigint,
  isDisputed: boolean,
): PaymentStatus {
  if (reversed === 0n) return isRejected ? 'rejected' : 'paid';
  if (isDisputed) return 'disputed';
  return reversed >= amount ? 'refunded' : 'partly_refunded';
}
