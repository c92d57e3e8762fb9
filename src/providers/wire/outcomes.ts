/**
 * What an exchange means for the prediction: the one table that all HTTP adapters share. An adapter reads its engine's
 * own errors first (moderation, a quota that is used up) and leaves the rest to these.
 */
import type { Outcome, ProviderRef, Work } from '../provider.js';
import { AnswerLost, type EngineAnswer, type EngineClient, NotSent } from './engine-client.js';
import { retryAfterMs } from './retry-after.js';

type Retry = Extract<Outcome, { kind: 'retry' }>;
type Refusal = Extract<Outcome, { kind: 'refuse' }>;

export const REFUSED: Omit<Refusal, 'internal'> = {
  kind: 'refuse',
  code: 'provider_error',
  message: 'The engine refused this request.',
};
export const REJECTED: Omit<Refusal, 'internal'> = {
  kind: 'refuse',
  code: 'content_rejected',
  message: 'The engine’s content rules reject this request.',
};
export const BAD_INPUT: Omit<Refusal, 'internal'> = {
  kind: 'refuse',
  code: 'invalid_input',
  message: 'The engine does not accept this input.',
};
export const FAILED: Omit<Refusal, 'internal'> = {
  kind: 'refuse',
  code: 'provider_error',
  message: 'The engine failed.',
};

export const NO_OUTPUT: Omit<Refusal, 'internal'> = {
  kind: 'refuse',
  code: 'output_unavailable',
  message: 'The engine gave no usable output.',
};

/** A submit that threw. @throws what is neither: a fault of ours, or the signal's reason. */
export function submitThrew(error: unknown): Outcome {
  if (error instanceof NotSent) {
    return {
      kind: 'retry',
      code: 'provider_error',
      internal: error.message,
      operatorSide: error.operatorSide,
    };
  }
  if (error instanceof AnswerLost) return { kind: 'unknown', internal: error.message };
  throw error;
}

/** A submit that was answered with anything but success. */
export function submitRefused(client: EngineClient, answer: EngineAnswer): Retry | Refusal | Outcome {
  const { status, headers, text } = answer;
  const internal = client.redact(`HTTP ${status}: ${text}`);
  const afterMs = retryAfterMs(headers, status === 429 ? text : '');
  switch (status) {
    case 429:
      return { kind: 'retry', code: 'provider_error', internal, afterMs, throttled: true };
    case 502:
    case 503:
      return { kind: 'retry', code: 'provider_error', internal, afterMs };
    case 401:
    case 402:
    case 403:
      return { ...REFUSED, internal, operatorSide: true };
    case 400:
    case 413:
    case 415:
    case 422:
      return { ...BAD_INPUT, internal };
    case 408:
    case 504:
      return { kind: 'unknown', internal };
    default:
      // 500 and its like may have come after the work was taken on; 404, 405 and redirects came before.
      return status >= 500 ? { kind: 'unknown', internal } : { ...REFUSED, internal };
  }
}

const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = { image: 5_000, audio: 5_000, video: 10_000, '3d': 10_000 };

/**
 * Come back later: after 1 s, each time half as long again, up to 5 s (10 s for video and 3D), with jitter. How often
 * is kept in the reference.
 */
export function comeBack(
  work: Work,
  ref: ProviderRef,
  told: { progress?: number; queuePosition?: number; afterMs?: number } = {},
): Outcome {
  const polls = Number(ref.polls ?? 0);
  const ceiling = Math.min(LONGEST_POLL_MS[work.modality], FIRST_POLL_MS * 1.5 ** polls);
  const pollAfterMs = Math.max(told.afterMs ?? 0, Math.round(ceiling * (0.5 + Math.random() / 2)));
  const { progress, queuePosition } = told;
  return { kind: 'pending', ref: { ...ref, polls: polls + 1 }, pollAfterMs, progress, queuePosition };
}

/** A poll that threw is asked again until the deadline: it costs nothing. @throws what is not the network's. */
export function pollThrew(work: Work, ref: ProviderRef, error: unknown): Outcome {
  if (error instanceof NotSent || error instanceof AnswerLost) return comeBack(work, ref);
  throw error;
}

const MISSES = 3;

/**
 * A poll that was answered with anything but success. Three times in a row unknown means that the engine has lost it.
 * @param lost what that means: `retry` for an engine of one's own that forgets at a restart, `refuse` for a hosted one.
 */
export function pollRefused(
  client: EngineClient,
  work: Work,
  ref: ProviderRef,
  answer: EngineAnswer,
  lost: 'retry' | 'refuse',
): Outcome {
  const { status, headers, text } = answer;
  const internal = client.redact(`HTTP ${status}: ${text}`);
  if (status === 404 || status === 410) {
    const misses = Number(ref.misses ?? 0) + 1;
    if (misses < MISSES) return comeBack(work, { ...ref, misses });
    return lost === 'retry'
      ? { kind: 'retry', code: 'provider_error', internal }
      : { ...FAILED, internal: `lost by the engine: ${internal}` };
  }
  if (status === 401 || status === 402 || status === 403 || status === 429 || status === 408 || status >= 500)
    return comeBack(work, ref, { afterMs: retryAfterMs(headers, text) });
  return { ...FAILED, internal };
}
