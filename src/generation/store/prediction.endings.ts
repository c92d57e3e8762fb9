/**
 * The ways in which a prediction fails, as data. `retryable` tells the caller whether the same request, started again,
 * may succeed. It is a property of the way and of nothing else; docs/prediction-states.md has the same table.
 */
import { FAILURE_CODES, type FailureCode } from '../../providers/index.js';

export interface EndingRule {
  /** Codes that it can have. */
  codes: readonly FailureCode[];
  retryable: boolean;
  /** The last attempt failed, rather than being broken off: the timeline says so. */
  attemptFailed: boolean;
}

const REFUSED = FAILURE_CODES.filter((code) => code !== 'deadline_exceeded' && code !== 'cancelled');

export const ENDINGS = {
  /** Something that can pass by itself went wrong in every attempt. */
  outOfAttempts: { codes: REFUSED, retryable: true, attemptFailed: true },
  /** The engine may have been called and nobody can tell; another call may be paid for twice. */
  answerLost: { codes: ['provider_error'], retryable: true, attemptFailed: true },
  /** The engine answered that it will not do this. */
  refused: { codes: REFUSED, retryable: false, attemptFailed: true },
  /**
   * The engine ran, and what it made is broken, too large or not what it claims. It is not run again: a run may have been
   * paid for, and the same request mostly gives the same file.
   */
  outputUnusable: { codes: ['output_unavailable'], retryable: false, attemptFailed: true },
  /** An input file is not what it has to be. */
  inputUnusable: { codes: ['invalid_input'], retryable: false, attemptFailed: true },
  /** No engine here runs this model any more. */
  notOffered: { codes: ['provider_error'], retryable: false, attemptFailed: false },
  /** Its workers ended with it, again and again: it may be what kills them. */
  workersLost: { codes: ['internal_error'], retryable: false, attemptFailed: true },
  /** Broken off, whatever its attempt was doing. */
  pastDeadline: { codes: ['deadline_exceeded'], retryable: true, attemptFailed: false },
  cancelled: { codes: ['cancelled'], retryable: true, attemptFailed: false },
  endedByOperator: { codes: ['internal_error'], retryable: true, attemptFailed: false },
} as const satisfies Record<string, EndingRule>;

export type Ending = keyof typeof ENDINGS;
