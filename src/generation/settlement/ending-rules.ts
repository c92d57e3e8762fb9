/** `retryable`: the same request, started as a new prediction, may succeed. docs/prediction-states.md has the same table. */
import { FAILURE_CODES, type FailureCode } from '../../providers/index.js';

export interface EndingRule {
  codes: readonly FailureCode[];
  retryable: boolean;
  /** False when the last attempt was stopped. A failed one has a timeline event. */
  attemptFailed: boolean;
}

const REFUSED = FAILURE_CODES.filter((code) => code !== 'deadline_exceeded' && code !== 'cancelled');

export const ENDING_RULES = {
  /** Every attempt failed with a transient error. */
  outOfAttempts: { codes: REFUSED, retryable: true, attemptFailed: true },
  /** The engine may have been called, and a second call may be paid for twice. */
  answerLost: { codes: ['provider_error'], retryable: true, attemptFailed: true },
  refused: { codes: REFUSED, retryable: false, attemptFailed: true },
  /** The model is not run again for a broken output: the run may have been paid for, and the same request usually returns the same file. */
  outputUnusable: { codes: ['output_unavailable'], retryable: false, attemptFailed: true },
  inputUnusable: { codes: ['invalid_input'], retryable: false, attemptFailed: true },
  /** No engine offers this model any more. */
  notOffered: { codes: ['provider_error'], retryable: false, attemptFailed: false },
  /** The prediction may have caused the crashes. */
  workersLost: { codes: ['internal_error'], retryable: false, attemptFailed: true },
  pastDeadline: { codes: ['deadline_exceeded'], retryable: true, attemptFailed: false },
  cancelled: { codes: ['cancelled'], retryable: true, attemptFailed: false },
  endedByOperator: { codes: ['internal_error'], retryable: true, attemptFailed: false },
} as const satisfies Record<string, EndingRule>;

export type Ending = keyof typeof ENDING_RULES;
