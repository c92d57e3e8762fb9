/** Consecutive failures on the operator's side that open a circuit. */
export const FAILURES_TO_OPEN = 3;
/** From the opening to the first probe. Doubles with every further failure, up to `LONGEST_PROBE_SECONDS`. */
export const FIRST_PROBE_SECONDS = 5;
export const LONGEST_PROBE_SECONDS = 300;

/**
 * - closed: the engine takes work.
 * - open: workers submit nothing to the engine; its predictions wait.
 * - half-open: a probe succeeded; workers submit one prediction at a time until a submit succeeds.
 */
export type CircuitState = 'closed' | 'open' | 'half-open';

export interface Circuit {
  provider: string;
  state: CircuitState;
  /** Consecutive. */
  failures: number;
  /** For the operator: the last failure. */
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
