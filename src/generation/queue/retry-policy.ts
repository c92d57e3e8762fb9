export const MAX_ATTEMPTS = 5;
/** A prediction runs in an isolated process from these crashes on, because it may be the cause. */
export const SUSPECT_CRASHES = 2;
/** With the crashes that made the prediction a suspect, five. */
export const MAX_ISOLATED_CRASHES = 3;
/** Also five, if no process was left to count one of the isolated crashes. */
const MAX_SUSPECT_CRASHES = { total: 5, isolated: 2 };
/** The last bound where isolated crashes are not counted: without isolated processes, or where all processes of a machine end together. */
const MAX_CRASHES = 20;

export const hasCrashedTooOften = ({
  crashes,
  isolated_crashes: isolated,
}: {
  crashes: number;
  isolated_crashes: number;
}): boolean =>
  isolated >= MAX_ISOLATED_CRASHES ||
  (crashes >= MAX_SUSPECT_CRASHES.total && isolated >= MAX_SUSPECT_CRASHES.isolated) ||
  crashes >= MAX_CRASHES;

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/**
 * Exponential backoff with full jitter: uniform between zero and a doubling ceiling, so that predictions that failed
 * together are not retried together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param errors transient errors so far, including this one (1 for the first).
 * @param askedMs the engine's `Retry-After`, honoured as a minimum.
 * @param random uniform in [0, 1).
 * @returns milliseconds to wait; null when no attempt is left.
 */
export function retryDelayMs(
  errors: number,
  askedMs: number | undefined,
  random: () => number,
): number | null {
  if (errors >= MAX_ATTEMPTS) return null;
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (errors - 1));
  return Math.max(Math.round(random() * ceiling), askedMs ?? 0);
}

/** Honours what the engine asks, up to a bound. Counts as no attempt. */
export function throttleDelayMs(askedMs: number | undefined, random: () => number): number {
  return Math.min(askedMs ?? 2_000, MAX_BACKOFF_MS) + Math.round(random() * 500);
}
