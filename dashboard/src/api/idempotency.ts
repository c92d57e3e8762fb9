/** Requests that move credits carry an Idempotency-Key, so that they can be sent again after a lost response. */
import { asProblem } from './problem';

/** Creates a random key. `crypto.randomUUID` exists only on https and localhost. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Returns whether the request may have been executed. It is then safe to send it again with the same key. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { status, code } = asProblem(error);
  return code === 'unreachable' || status === 503 || code === 'idempotency_in_progress';
}
