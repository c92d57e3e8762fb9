/**
 * All HTTP adapters share one table that maps exchanges to outcomes. An adapter handles its engine's own errors first (moderation,
 * exhausted quota) and passes the rest to these functions.
 */
import type { Outcome, ProviderRef, Work } from '../provider.js';
import type { EngineClient, EngineResponse } from './engine-client.js';
import { AnswerLost, AnswerUnusable, NotSent, UnusableAddress } from './exchange-errors.js';
import { retryAfterMs } from './retry-after.js';

type Retry = Extract<Outcome, { kind: 'retry' }>;
type Refusal = Extract<Outcome, { kind: 'refuse' }>;

const refusal = (code: Refusal['code'], message: string): Omit<Refusal, 'internal'> => ({
  kind: 'refuse',
  code,
  message,
});
export const REFUSED = refusal('provider_error', 'The engine refused this request.');
export const REJECTED = refusal('content_rejected', 'The engine’s content rules reject this request.');
export const BAD_INPUT = refusal('invalid_input', 'The engine does not accept this input.');
export const FAILED = refusal('provider_error', 'The engine failed.');
export const NO_OUTPUT = refusal('output_unavailable', 'The engine gave no usable output.');

/** @throws any error that is not of the exchange: a bug of ours, or the signal's reason. */
export function outcomeOfSubmitError(error: unknown): Outcome {
  if (error instanceof NotSent) {
    return {
      kind: 'retry',
      code: 'provider_error',
      internal: error.message,
      operatorSide: error.operatorSide,
    };
  }
  if (error instanceof AnswerUnusable) return { kind: 'unknown', internal: error.message, isAnswered: true };
  if (error instanceof AnswerLost) return { kind: 'unknown', internal: error.message };
  if (error instanceof UnusableAddress) return { ...NO_OUTPUT, internal: error.message };
  throw error;
}

/** Maps an unsuccessful response to a submit to an outcome. */
export function outcomeOfSubmitResponse(
  client: EngineClient,
  response: EngineResponse,
): Retry | Refusal | Outcome {
  const { status, headers, text } = response;
  const internal = client.redact(`HTTP ${status}: ${text}`);
  const afterMs = retryAfterMs(headers, status === 429 ? text : '');
  switch (status) {
    case 429:
      return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled: true };
    // From 521 to 526: a proxy, Cloudflare's, did not reach the engine.
    case 425:
    case 502:
    case 503:
    case 529:
    case 521:
    case 522:
    case 523:
    case 525:
    case 526:
      return { kind: 'retry', code: 'provider_error', internal, afterMs };
    case 401:
    case 402:
    case 403:
      return { ...REFUSED, internal, operatorSide: true };
    case 404:
    case 405:
    case 501:
      // Sent before the work is accepted.
      return { ...REFUSED, internal, operatorSide: true, missing: true };
    case 400:
    case 413:
    case 415:
    case 422:
      return { ...BAD_INPUT, internal };
    case 408:
    case 504:
      return { kind: 'unknown', internal };
    default:
      // The engine may have accepted the work before a 500. Redirects are sent before that.
      return status >= 500 ? { kind: 'unknown', internal } : { ...REFUSED, internal };
  }
}

const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = { image: 5_000, audio: 5_000, video: 10_000, '3d': 10_000 };

/** Polls after 1 s, then each time 1.5 times as long, up to 5 s (10 s for video and 3D), with jitter. The reference counts polls. */
export function pollLater(
  work: Work,
  ref: ProviderRef,
  report: { progress?: number; queuePosition?: number; afterMs?: number } = {},
): Outcome {
  const polls = Number(ref.polls ?? 0);
  const ceiling = Math.min(LONGEST_POLL_MS[work.modality], FIRST_POLL_MS * 1.5 ** polls);
  const pollAfterMs = Math.max(report.afterMs ?? 0, Math.round(ceiling * (0.5 + Math.random() / 2)));
  const { progress, queuePosition } = report;
  return { kind: 'pending', ref: { ...ref, polls: polls + 1 }, pollAfterMs, progress, queuePosition };
}

/** Polls again after a network error, until the deadline: a poll costs nothing. @throws any other error. */
export function outcomeOfPollError(work: Work, ref: ProviderRef, error: unknown): Outcome {
  if (error instanceof NotSent || error instanceof AnswerLost) return pollLater(work, ref);
  if (error instanceof UnusableAddress) return { ...NO_OUTPUT, internal: error.message };
  throw error;
}

const MISSES = 3;
/** Of the operator's account, of load, or because the job is not ready: the job itself may still be there. */
const POLLED_AGAIN = new Set([401, 402, 403, 408, 409, 421, 423, 425, 429]);

/**
 * Three "not found" responses in a row mean that the engine has lost the work.
 * @param lost the outcome in that case: `retry` for an engine of the operator that forgets on restart, `refuse` for a hosted one.
 */
export function outcomeOfPollResponse(
  client: EngineClient,
  work: Work,
  ref: ProviderRef,
  response: EngineResponse,
  lost: 'retry' | 'refuse',
): Outcome {
  const { status, headers, text } = response;
  const internal = client.redact(`HTTP ${status}: ${text}`);
  if (status === 404 || status === 410) {
    const misses = Number(ref.misses ?? 0) + 1;
    if (misses < MISSES) return pollLater(work, { ...ref, misses });
    return lost === 'retry'
      ? { kind: 'retry', code: 'provider_error', internal }
      : { ...FAILED, internal: `lost by the engine: ${internal}` };
  }
  if (POLLED_AGAIN.has(status) || status >= 500)
    return pollLater(work, ref, { afterMs: retryAfterMs(headers, text) });
  return { ...FAILED, internal };
}
