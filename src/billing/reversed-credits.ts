/** What of a payment's credits is taken back, as a function of what has been refunded and disputed. */
import type { PaymentStatus, Rejection } from './payment.entity.js';

/** A payment that was compared with its order. */
interface JudgedPayment {
  /** It granted nothing, because it was not what its order says. */
  isRejected: boolean;
  /** The money that arrived, in minor units. */
  amount: bigint;
  /** What was owed, in minor units: `amount`, or more when a balance of the buyer has paid a part. */
  total: bigint;
  /** Granted, in thousandths of a credit. */
  credits: bigint;
}

/**
 * Returns how many thousandths of a credit are taken back in all: the refunded part of what was granted, rounded down, never more than
 * the part that the money has paid for. It depends on the sum alone, so the order in which refunds arrive does not matter.
 * @param reversed in minor units.
 */
export function creditsTakenBack({ amount, total, credits }: JudgedPayment, reversed: bigint): bigint {
  const refunded = reversed < amount ? reversed : amount;
  if (refunded === 0n) return 0n;
  return refunded >= total ? credits : (credits * refunded) / total;
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

/** Whether a payment has granted nothing and money of it has not gone back: as `TO_REFUND`. */
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
