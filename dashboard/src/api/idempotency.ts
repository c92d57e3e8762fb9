/** Requests that move credits carry an Idempotency-Key, so that one whose answer was lost can be sent again. */
import { asProblem } from './problem';

/** `crypto.randomUUID` is there on https and localhost alone. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Whether nobody knows what became of it: the same key asks for the same prediction. */
export function isLost(error: unknown): boolean {
  const { status, code } = asProblem(error);
  return code === 'unreachable' || status === 503 || code === 'idempotency_in_progress';
}
