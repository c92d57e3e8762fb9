/**
 * The `Idempotency-Key` of an operator's request: it is kept for ever, with a SHA-256 of the request and what its first delivery made, in
 * the transaction that makes it. `transfer_references` and `account_creations` keep such references, each in a namespace of its own.
 */
import { createHash } from 'node:crypto';
import { type Runnable, type Transaction, TRY_LOCK_NAME } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';

/** A delivery of an operator's request. */
export interface Delivery {
  reference: string;
  /** SHA-256 of the request, hex. */
  fingerprint: string;
}

export const deliveryOf = (reference: string, request: readonly unknown[]): Delivery => ({
  reference,
  fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
});

/**
 * Locks the reference until the transaction ends, so that one of its deliveries runs at a time, over all processes, and finds what its first
 * delivery made. A second delivery is rejected, because a waiting one would hold a connection of the pool.
 * @param find reads it from `table`. @returns null for the first delivery, which then remembers itself in this transaction.
 * @throws 409 `idempotency_in_progress` while another delivery runs; 422 `idempotency_mismatch` when the reference names another request.
 */
export async function findFirstDelivery<First extends { fingerprint: string }>(
  tx: Transaction,
  table: string,
  find: Runnable<{ reference: string }, First>,
  { reference, fingerprint }: Delivery,
): Promise<First | null> {
  const [lock] = await tx.run(TRY_LOCK_NAME, { name: `${table}/${reference}` });
  if (!lock!.locked) throw new AppError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
  const [first] = await tx.run(find, { reference });
  if (first && first.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');
  return first ?? null;
}
