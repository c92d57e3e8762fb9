/**
 * The ways a prediction can fail, as data. `retryable` reports to the caller whether the same request, started as a new
 * prediction, may succeed. It depends on the ending only. docs/prediction-states.md has the same table.
 */
import { FAILURE_CODES, type FailureCode } from '../../providers/index.js';

export interface EndingRule {
  /** The error codes possible with this ending. */
  codes: readonly FailureCode[];
  retryable: boolean;
  /** True when the last attempt failed, false when it was stopped. A failed one has a timeline event. */
  attemptFailed: boolean;
}

const REFUSED = FAILURE_CODES.filter((code) => code !== 'deadline_exceeded' && code !== 'cancelled');

export const ENDING_RULES = {
  /** Every attempt failed with a transient error. */
  outOfAttempts: { codes: REFUSED, retryable: true, attemptFailed: true },
  /** The engine may have been called, and a second call may be paid for twice. */
  answerLost: { codes: ['provider_error'], retryable: true, attemptFailed: true },
  /** The engine refused the request. */
  refused: { codes: REFUSED, retryable: false, attemptFailed: true },
  /**
   * The engine ran, but its output is broken, too large or of another type. The model is not run again: the run may have
   * been paid for, and the same request usually returns the same file.
   */
  outputUnusable: { codes: ['output_unavailable'], retryable: false, attemptFailed: true },
  /** An input file is invalid. */
  inputUnusable: { codes: ['invalid_input'], retryable: false, attemptFailed: true },
  /** No engine offers this model any more. */
  notOffered: { codes: ['provider_error'], retryable: false, attemptFailed: false },
  /** Its workers crashed repeatedly: the prediction may be the cause. */
  workersLost: { codes: ['internal_error'], retryable: false, attemptFailed: true },
  /** Stopped by its deadline. */
  pastDeadline: { codes: ['deadline_exceeded'], retryable: true, attemptFailed: false },
  /** Stopped by its caller. */
  cancelled: { codes: ['cancelled'], retryable: true, attemptFailed: false },
  /** Stopped by the operator. */
  endedByOperator: { codes: ['internal_error'], retryable: true, attemptFailed: false },
} as const satisfies Record<string, EndingRule>;

export type Ending = keyof typeof ENDING_RULES;
