/** Decides the exchange with the engine that is due, and the action after it. Pure; `PredictionAdvancer` performs the actions. */
import { InputRefused, StorageUnavailable } from '../../assets/index.js';
import type { Route } from '../../catalogue/index.js';
import { isDatabaseUnavailable } from '../../platform/database/index.js';
import {
  AnswerLost,
  type FailureCode,
  NotSent,
  type Outcome,
  type ProducedFile,
  type Resubmission,
} from '../../providers/index.js';
import type { ClaimedPrediction } from '../prediction.js';
import { hasCrashedTooOften, retryDelayMs, throttleDelayMs } from '../queue/retry-policy.js';
import type { Ending } from '../settlement/ending-rules.js';
import { CRASH_FAILURE, DEADLINE_FAILURE } from '../settlement/prediction.settlement.js';
import { diskFaultOf, InputNotWritten } from './disk-fault.js';
import { OutputUnavailable } from './output.store.js';
import type { StopReason } from './work-factory.js';

export interface Failure {
  code: FailureCode;
  /** Public. */
  message: string;
  ending: Ending;
  /** For the operator. */
  internal?: string;
}

type Outcomes = { [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> };

/** A retry fails when no attempt is left. */
export interface Retry {
  do: 'retry';
  failed: Outcomes['retry'];
  /** The engine may have accepted the submit: the intent stays, and the next step resolves it first. */
  isAmbiguous?: boolean;
  /** Only our own part failed: the engine's reference, if any, stays. */
  keepsRef?: boolean;
  route?: Route;
}

export type Next =
  | { do: 'await'; pending: Outcomes['pending'] }
  | { do: 'store'; files: ProducedFile[] }
  | Retry
  | { do: 'fail'; failure: Failure }
  /** `isPersistent`: repeated until the database responds. */
  | { do: 'release'; isUnsent: boolean; isPersistent: boolean; isNoAttempt?: boolean; afterMs?: number }
  /** Nothing is written, because the lease is lost. */
  | { do: 'drop' };

/** All actions but the copying of files are at most one write. */
export type NextWrite = Exclude<Next, { do: 'store' }>;

/** The engine's own error text goes to the operator's log. */
export const MESSAGES: Record<FailureCode, string> = {
  provider_error: 'The engine failed.',
  provider_timeout: 'The engine did not answer in time.',
  content_rejected: 'The engine refused this request.',
  invalid_input: 'The input could not be read.',
  output_unavailable: 'The output could not be stored.',
  deadline_exceeded: DEADLINE_FAILURE.message,
  cancelled: 'The prediction was cancelled.',
  internal_error: 'Something went wrong on our side.',
};

/** Of a throttled submit. */
export const BUSY = 'The engine is busy.';

export const NOT_CONFIGURED = {
  code: 'provider_error',
  message: 'This model is not available any more.',
  ending: 'notOffered',
} as const satisfies Failure;

/** Null when the prediction can be advanced. */
export function failureBeforeStep(
  claimed: Pick<ClaimedPrediction, 'remaining_ms' | 'crashes' | 'isolated_crashes'>,
): typeof DEADLINE_FAILURE | typeof CRASH_FAILURE | null {
  if (claimed.remaining_ms <= 0) return DEADLINE_FAILURE;
  return hasCrashedTooOften(claimed) ? CRASH_FAILURE : null;
}

/**
 * The exchange that is due.
 * - find: query the engine, and submit the same attempt again if it does not have the prediction.
 * - none: no safe exchange exists; the engine may or may not have been called.
 * - resubmit: submit the same attempt again, under the same id, which the engine recognizes.
 * - submit: submit a new attempt.
 */
export type Exchange = 'poll' | 'find' | 'none' | 'resubmit' | 'submit';

/** The response of the open submit is not known. */
const AFTER_OPEN_SUBMIT: Record<Resubmission, Exchange> = {
  harmless: 'submit',
  idempotent: 'resubmit',
  lookup: 'find',
  none: 'none',
};

export function exchangeOf(
  { provider_ref: ref, submit_open: isOpen }: Pick<ClaimedPrediction, 'provider_ref' | 'submit_open'>,
  resubmission: Resubmission,
): Exchange {
  if (ref !== null) return 'poll';
  return isOpen ? AFTER_OPEN_SUBMIT[resubmission] : 'submit';
}

/**
 * A worker still writes these when its step is stopped: no other worker could recover a reference or files that the engine has just
 * returned. A reference is written even at the deadline, so that the engine can be cancelled.
 */
const WRITTEN_ON_STOP: Record<StopReason, readonly Outcome['kind'][]> = {
  shutdown: ['pending', 'done'],
  deadline: ['pending'],
  lost: [],
};

export const isWrittenOnStop = (reason: StopReason, { kind }: Outcome): boolean =>
  WRITTEN_ON_STOP[reason].includes(kind);

export interface Circumstances {
  resubmission: Resubmission;
  /** A submit was begun before this step, and its response is not known. */
  isSubmitOpen: boolean;
  /** `onAmbiguous: retry`: the operator accepts the risk of paying twice. */
  canPayTwice: boolean;
  /** Set if this engine does not accept work. */
  route: Route | null;
}

export function afterOutcome(outcome: Outcome, circumstances: Circumstances): Next {
  const { isSubmitOpen, canPayTwice, route } = circumstances;
  switch (outcome.kind) {
    case 'pending':
      return { do: 'await', pending: outcome };
    case 'done':
      return { do: 'store', files: outcome.files };
    case 'retry': {
      // An earlier submit may have been accepted although this one was not. If the operator accepts the risk, the intent is
      // cleared: an engine that only reports that it knows the id would do so for ever.
      const isAmbiguous = isSubmitOpen && !canPayTwice;
      return { do: 'retry', failed: outcome, isAmbiguous, route: route ?? undefined };
    }
    case 'refuse': {
      const { code, message, internal } = outcome;
      if (!route) return { do: 'fail', failure: { code, message, internal, ending: 'refused' } };
      // Another engine may accept what this one refused.
      return { do: 'retry', failed: { kind: 'retry', code, internal: internal ?? 'refused' }, route };
    }
    case 'unknown':
      return afterUnknown(outcome, circumstances);
  }
}

/** Retries if that is safe or the operator accepts the risk, else fails: the engine may or may not have the prediction. */
function afterUnknown(
  { internal, isAnswered = false }: Outcomes['unknown'],
  { resubmission, canPayTwice }: Circumstances,
): Next {
  const retry = { do: 'retry', failed: { kind: 'retry', code: 'provider_error', internal } } as const;
  const ambiguous = {
    code: 'provider_error',
    message: MESSAGES.provider_error,
    ending: 'answerLost',
  } as const;
  const failed = { do: 'fail', failure: { ...ambiguous, internal } } as const;
  switch (resubmission) {
    case 'harmless':
      return retry;
    case 'lookup':
      return { ...retry, isAmbiguous: true };
    case 'idempotent':
      return isAnswered ? failed : { ...retry, isAmbiguous: true };
    case 'none':
      return canPayTwice && !isAnswered ? retry : failed;
  }
}

/**
 * The intent of a submit could not be written, or its result is unknown: a leader of the database that died after the commit does not
 * respond. Nothing was sent to the engine, so the next step may submit, also to an engine that cannot be queried.
 */
export class NotBegun extends Error {
  constructor(cause: unknown) {
    super('the intent of a submit was not acknowledged', { cause });
  }
}

/** Another worker, or this one, tries again after so long, because the disk has space for other results. */
const TOO_LARGE_MS = 10_000;

/**
 * @param reason why the step was stopped; null if it was not. `isTooLarge`: the disk took no file of this step, but takes those of others.
 */
export function afterError(
  error: unknown,
  reason: StopReason | null,
  {
    resubmission,
    isSubmitOpen,
    isTooLarge = false,
  }: Pick<Circumstances, 'resubmission' | 'isSubmitOpen'> & { isTooLarge?: boolean },
): NextWrite {
  const isUnsent = resubmission === 'harmless' || error instanceof NotBegun;
  if (reason === 'lost') return { do: 'drop' };
  if (reason === 'shutdown') return { do: 'release', isUnsent, isPersistent: false };
  if (reason === 'deadline') return { do: 'fail', failure: DEADLINE_FAILURE };
  if (isDatabaseUnavailable(error)) return { do: 'release', isUnsent, isPersistent: true };
  const isAway = error instanceof OutputUnavailable && error.cause instanceof StorageUnavailable;
  if (diskFaultOf(error)) {
    const isSafe = isUnsent || (error instanceof InputNotWritten && !isSubmitOpen);
    const release = { do: 'release', isUnsent: isSafe, isPersistent: true, isNoAttempt: isSafe } as const;
    return isTooLarge ? { ...release, afterMs: TOO_LARGE_MS } : release;
  }
  const failure = permanentFailureOf(error);
  if (failure) return { do: 'fail', failure };
  // A storage that all processes share: no other worker could store it either, so it waits and costs no attempt.
  const operatorSide = isAway || (error instanceof NotSent && error.operatorSide);
  const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    do: 'retry',
    failed: { kind: 'retry', code: codeOf(error), internal, operatorSide },
    // A poll or a copy that failed here must not make the engine work, and cost, again.
    keepsRef: true,
    // Input files are read before the submit is sent, so an error there leaves nothing newly ambiguous.
    isAmbiguous: isSubmitOpen || !(error instanceof InputRefused),
  };
}

function permanentFailureOf(error: unknown): Failure | null {
  if (error instanceof InputRefused && !error.transient)
    return { code: 'invalid_input', message: error.publicMessage, ending: 'inputUnusable' };
  if (error instanceof OutputUnavailable && !error.transient) {
    const message = 'The engine gave no usable output.';
    return { code: 'output_unavailable', message, ending: 'outputUnusable', internal: error.internal };
  }
  return null;
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof OutputUnavailable) return 'output_unavailable';
  if (error instanceof InputRefused) return 'invalid_input';
  return error instanceof NotSent || error instanceof AnswerLost ? 'provider_error' : 'internal_error';
}

/** Null when no attempt is left. @param errors transient errors before this one. @param random uniform in [0, 1). */
export function scheduleOf(
  { failed, route }: Retry,
  errors: number,
  random: () => number,
): { delayMs: number; isCounted: boolean } | null {
  const { afterMs } = failed;
  // Throttling and failures on the operator's side cost no attempt: the circuit and the deadline bound them.
  const isFree = failed.throttled === true || failed.operatorSide === true;
  if (route) return { delayMs: 0, isCounted: !isFree };
  const delayMs = isFree ? throttleDelayMs(afterMs, random) : retryDelayMs(errors + 1, afterMs, random);
  return delayMs === null ? null : { delayMs, isCounted: !isFree };
}
