/** When a transient failure is tried again. Pure. */

export const MAX_ATTEMPTS = 5;
/** Leases that may end without a word before a prediction is given up: it may be what kills its workers. */
export const MAX_CRASHES = 20;

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Full jitter: uniform between nothing and an exponentially growing ceiling, so that predictions that failed together
 * do not come back together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param errors transient errors so far, this one included (1 for the first).
 * @param askedMs what the engine asked for (`Retry-After`), honoured as a minimum.
 * @param random uniform in [0, 1).
 * @returns milliseconds to wait, or null when the prediction has had its attempts.
 */
export function retryDelayMs(
  errors: number,
  askedMs: number | undefined,
  random: () => number,
): number | null {
  if (errors >= MAX_ATTEMPTS) return null;
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** (errors - 1));
  return Math.max(Math.round(random() * ceiling), askedMs ?? 0);
}

/** A throttled submit waits what the engine asks, within reason, and costs no attempt. */
export function throttleDelayMs(askedMs: number | undefined, random: () => number): number {
  return Math.min(askedMs ?? 2_000, LONGEST_MS) + Math.round(random() * 500);
}
