/** When an engine counts as not accepting work. Pure. */

/** Failures on the operator's side in a row that open a circuit. */
export const FAILURES_TO_OPEN = 3;
/** Seconds until its first probe; doubled with every failure after that. */
export const FIRST_PROBE_SECONDS = 5;
export const LONGEST_PROBE_SECONDS = 300;

/**
 * closed: takes work · open: nothing is submitted to it, its predictions wait · half-open: a probe has succeeded,
 * one submit at a time until one of them succeeds.
 */
export type CircuitState = 'closed' | 'open' | 'half-open';

export interface Circuit {
  provider: string;
  state: CircuitState;
  /** In a row. */
  failures: number;
  /** For the operator. */
  reason: string;
  changedAt: Date;
}

export function stateOf({
  failures,
  open_until: until,
}: {
  failures: number;
  open_until: Date | null;
}): CircuitState {
  if (until !== null) return 'open';
  return failures >= FAILURES_TO_OPEN ? 'half-open' : 'closed';
}
