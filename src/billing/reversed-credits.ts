import type { PaymentStatus, Rejection } from './payment.entity.js';

interface JudgedPayment {
  /** It granted nothing, because it was not what its order says. */
  isRejected: boolean;
  /** The money that arrived, in minor units. */
  amount: bigint;
  /** What was owed, in minor units: `amount`, or more when a balance of the buyer has paid a part. */
  total: bigint;
  /** Thousandths of a credit that were granted. */
  credits: bigint;
}

/**
 * Returns the thousandths of a credit that are taken back in all: the refunded part of what was granted, rounded down, never more than the
 * part that the money has paid for. It depends on the sum alone, so the order in which refunds arrive does not matter. @param reversed in
 * minor units.
 */
export function creditsTakenBack({ amount, total, credits }: JudgedPayment, reversed: bigint): bigint {
  const refunded = reversed < amount ? reversed : amount;
  if (refunded === 0n) return 0n;
  return refunded >= total ? credits : (credits * refunded) / total;
}

/** @param reversed minor units that have gone back. */
export function statusAfter(
  { isRejected, amount }: JudgedPayment,
  reversed: bigint,
  isDisputed: boolean,
): PaymentStatus {
  if (reversed === 0n) return isRejected ? 'rejected' : 'paid';
  if (isDisputed) return 'disputed';
  return reversed >= amount ? 'refunded' : 'partly_refunded';
}

/** Must agree with `TO_REFUND`. */
export function isToRefund({
  rejection,
  status,
  amount,
}: {
  rejection: Rejection | null;
  status: PaymentStatus;
  amount: string | null;
}): boolean {
  return rejection !== null && (status === 'rejected' || status === 'partly_refunded') && amount !== '0';
}
