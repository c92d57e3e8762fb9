/**
 * What follows from a step of a prediction, as data: which exchange with its engine is due, and what an outcome or an error
 * leads to. Pure: `PredictionAdvancer` does what is decided here.
 */
import { InputRefused } from '../../assets/index.js';
import type { Route } from '../../catalogue/index.js';
import { isDatabaseUnavailable } from '../../database/index.js';
import {
  AnswerLost,
  type FailureCode,
  NotSent,
  type Outcome,
  type ProducedFile,
  type Resubmission,
} from '../../providers/index.js';
import type { Ending } from '../store/prediction.endings.js';
import type { ClaimedPrediction } from '../store/prediction.js';
import { CRASH_FAILURE, DEADLINE_FAILURE } from '../store/prediction.settlement.js';
import { hasCrashedTooOften, retryDelayMs, throttleDelayMs } from '../store/retry-policy.js';
import { OutputUnavailable } from './output.store.js';
import type { StopReason } from './work-tools.js';

export interface Failure {
  code: FailureCode;
  /** Public. */
  message: string;
  ending: Ending;
  /** For the operator. */
  internal?: string;
}

type Outcomes = { [Kind in Outcome['kind']]: Extract<Outcome, { kind: Kind }> };

/** Another attempt follows, or the end when there have been too many. */
export interface Retry {
  do: 'retry';
  failed: Outcomes['retry'];
  /** The engine may have accepted it: the intent stays, and the next step finds out first. */
  maybeSent?: boolean;
  /** Only our own part failed: go on with what the engine has. */
  keepRef?: boolean;
  /** The engine to use from now on. */
  route?: Route;
}

export type Next =
  | { do: 'await'; pending: Outcomes['pending'] }
  | { do: 'store'; files: ProducedFile[] }
  | Retry
  | { do: 'fail'; failure: Failure }
  /** `persistently`: until the database has taken it, or the lease is over. */
  | { do: 'release'; isUnsent: boolean; persistently: boolean }
  /** The prediction is no longer this worker's: nothing is written. */
  | { do: 'drop' };

/** What is one write, or none: all but the copying of files. */
export type NextWrite = Exclude<Next, { do: 'store' }>;

/** What a caller is told of a transient failure; the engine's own words stay in the operator's log. */
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

export const NOT_CONFIGURED = {
  code: 'provider_error',
  message: 'This model is not available any more.',
  ending: 'notOffered',
} as const satisfies Failure;

/** Why a prediction that has just been claimed is not advanced; null when it is. */
export function failureBeforeStep(
  claimed: Pick<ClaimedPrediction, 'remaining_ms' | 'crashes' | 'isolated_crashes'>,
): typeof DEADLINE_FAILURE | typeof CRASH_FAILURE | null {
  if (claimed.remaining_ms <= 0) return DEADLINE_FAILURE;
  return hasCrashedTooOften(claimed) ? CRASH_FAILURE : null;
}

/**
 * The exchange that is due. find: ask whether the engine has it, and submit the same attempt again when it has not ·
 * doubt: none, it is not known whether the engine was called · resubmit: the same attempt, which an engine that knows it by
 * our id must see under the same id · submit: a new attempt.
 */
export type Exchange = 'poll' | 'find' | 'doubt' | 'resubmit' | 'submit';

/** A submit was begun before, and its answer is not known. */
const AFTER_OPEN_SUBMIT: Record<Resubmission, Exchange> = {
  harmless: 'submit',
  idempotent: 'resubmit',
  lookup: 'find',
  none: 'doubt',
};

export function exchangeOf(
  { provider_ref: ref, submit_open: isOpen }: Pick<ClaimedPrediction, 'provider_ref' | 'submit_open'>,
  resubmission: Resubmission,
): Exchange {
  if (ref !== null) return 'poll';
  return isOpen ? AFTER_OPEN_SUBMIT[resubmission] : 'submit';
}

/**
 * Outcomes that a worker still writes down when it has to stop: no other worker could ask for what an engine has just
 * taken on or given. A reference is kept even at the deadline, so that the engine can be told.
 */
const KEPT: Record<StopReason, readonly Outcome['kind'][]> = {
  shutdown: ['pending', 'done'],
  deadline: ['pending'],
  lost: [],
};

export const isKept = (reason: StopReason, { kind }: Outcome): boolean => KEPT[reason].includes(kind);

export interface Circumstances {
  resubmission: Resubmission;
  /** A submit was begun before this step, and its answer is not known. */
  isSubmitOpen: boolean;
  /** `onAmbiguous: retry`: the operator takes the risk of paying twice. */
  retriesAmbiguous: boolean;
  /** The next route of the model, when this engine is not accepting. */
  route: Route | null;
}

export function afterOutcome(outcome: Outcome, of: Circumstances): Next {
  switch (outcome.kind) {
    case 'pending':
      return { do: 'await', pending: outcome };
    case 'done':
      return { do: 'store', files: outcome.files };
    case 'retry': {
      // What may have been accepted once may still be there, however certainly it was not this time. Where the operator
      // takes that risk it is begun anew: an engine that only reports that it knows the id would do so for ever.
      const maybeSent = of.isSubmitOpen && !of.retriesAmbiguous;
      return { do: 'retry', failed: outcome, maybeSent, route: of.route ?? undefined };
    }
    case 'refuse': {
      const { code, message, internal } = outcome;
      if (!of.route) return { do: 'fail', failure: { code, message, internal, ending: 'refused' } };
      // A refusal that another engine need not share.
      return {
        do: 'retry',
        failed: { kind: 'retry', code, internal: internal ?? 'refused' },
        route: of.route,
      };
    }
    case 'unknown':
      return afterDoubt(outcome.internal, of);
  }
}

/** The engine may or may not have it. Where asking again is safe, or costs nobody money, it is asked again. */
function afterDoubt(internal: string, { resubmission, retriesAmbiguous }: Circumstances): Next {
  const retry = { do: 'retry', failed: { kind: 'retry', code: 'provider_error', internal } } as const;
  const ambiguous = {
    code: 'provider_error',
    message: MESSAGES.provider_error,
    ending: 'answerLost',
  } as const;
  switch (resubmission) {
    case 'harmless':
      return retry;
    case 'idempotent':
    case 'lookup':
      return { ...retry, maybeSent: true };
    case 'none':
      return retriesAmbiguous ? retry : { do: 'fail', failure: { ...ambiguous, internal } };
  }
}

/** A stop hands the lease back, the deadline and our own faults end or retry it. @param reason why the step was stopped. */
export function afterError(
  error: unknown,
  reason: StopReason | null,
  { resubmission, isSubmitOpen }: Pick<Circumstances, 'resubmission' | 'isSubmitOpen'>,
): NextWrite {
  const isUnsent = resubmission === 'harmless';
  if (reason === 'lost') return { do: 'drop' };
  if (reason === 'shutdown') return { do: 'release', isUnsent, persistently: false };
  if (reason === 'deadline') return { do: 'fail', failure: DEADLINE_FAILURE };
  if (isDatabaseUnavailable(error)) return { do: 'release', isUnsent, persistently: true };
  const failure = permanentFailureOf(error);
  if (failure) return { do: 'fail', failure };
  const operatorSide = error instanceof NotSent && error.operatorSide;
  const internal = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    do: 'retry',
    failed: { kind: 'retry', code: codeOf(error), internal, operatorSide },
    // What the engine has, it keeps: a poll or a copy that failed here must not make it work, and cost, again.
    keepRef: true,
    // An input is read before anything is sent: then nothing is in doubt that was not before.
    maybeSent: isSubmitOpen || !(error instanceof InputRefused),
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

/**
 * When a retry is due, and whether it counts as an attempt. Null when the prediction has had its attempts.
 * @param errors transient errors before this one. @param random uniform in [0, 1).
 */
export function scheduleOf(
  { failed, route }: Retry,
  errors: number,
  random: () => number,
): { delayMs: number; counted: boolean } | null {
  const { afterMs } = failed;
  // What lies between the operator and the engine is not the prediction's fault: the circuit decides, and the deadline.
  const isFree = failed.throttled === true || failed.operatorSide === true;
  if (route) return { delayMs: 0, counted: !isFree };
  const delayMs = isFree ? throttleDelayMs(afterMs, random) : retryDelayMs(errors + 1, afterMs, random);
  return delayMs === null ? null : { delayMs, counted: !isFree };
}
