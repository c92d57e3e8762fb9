/** What the `error` of a failed Replicate prediction means. Pure. */
import type { Outcome } from '../provider.js';
import { FAILED, REJECTED } from '../wire/index.js';

/** E005 and the words of the official models; `nsfw` is what the older community models say. */
const CONTENT =
  /\bE005\b|flagged as sensitive|nsfw|content (policy|moderation|filter)|safety (filter|system)/i;
/**
 * Their machines, not our input: unknown error, start timed out, health check, start failed, upload of outputs failed,
 * and a machine taken away. https://replicate.com/docs/reference/errors
 */
const PASSING = /\b(E1000|E6716|E8765|E9243|E9825)\b|\(code: PA\)|interrupted; please retry/i;
const OUT_OF_MEMORY = /\bE1001\b|out of memory|CUDA error: out of memory/i;

/**
 * @param error as Replicate wrote it, without secrets; for the operator alone.
 * @param attempt a model that ran out of memory may have shared its machine: one more try, then the input is too big.
 */
export function failureOf(error: string, attempt: number): Outcome {
  const internal = `failed at the engine: ${error}`;
  if (CONTENT.test(error)) return { ...REJECTED, internal };
  if (PASSING.test(error)) return { kind: 'retry', code: 'provider_error', internal };
  if (OUT_OF_MEMORY.test(error) && attempt < 2) return { kind: 'retry', code: 'provider_error', internal };
  return { ...FAILED, internal };
}

/** Whether a refusal of the request itself was about its content. */
export function isAboutContent(text: string): boolean {
  return CONTENT.test(text);
}
