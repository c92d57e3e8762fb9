import type { Outcome } from '../provider.js';
import { FAILED, REJECTED } from '../wire/index.js';

/** E005 and the messages of the official models; older community models report `nsfw`. */
const CONTENT =
  /\bE005\b|flagged as sensitive|nsfw|content (policy|moderation|filter)|safety (filter|system)/i;
/**
 * Faults of Replicate's machines, not of our input: unknown error, start timed out, health check failed, start failed, upload of outputs
 * failed, and a preempted machine. https://replicate.com/docs/reference/errors
 */
const TRANSIENT = /\b(E1000|E6716|E8765|E9243|E9825)\b|\(code: PA\)|interrupted; please retry/i;
const OUT_OF_MEMORY = /\bE1001\b|out of memory|CUDA error: out of memory/i;

/**
 * @param error the error of Replicate without secrets, for the operator only.
 * @param attempt a model that ran out of memory may have shared its machine: it is retried once, then the input counts as too large.
 */
export function failureOf(error: string, attempt: number): Outcome {
  const internal = `failed at the engine: ${error}`;
  if (CONTENT.test(error)) return { ...REJECTED, internal };
  if (TRANSIENT.test(error)) return { kind: 'retry', code: 'provider_error', internal };
  if (OUT_OF_MEMORY.test(error) && attempt < 2) return { kind: 'retry', code: 'provider_error', internal };
  return { ...FAILED, internal };
}

export function isAboutContent(text: string): boolean {
  return CONTENT.test(text);
}
