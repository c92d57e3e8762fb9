/** When a transient failure is tried again. Pure. */

export const MAX_ATTEMPTS = 5;
/** Crashes from which a prediction runs in a process of its own: it may be what kills its workers. */
export const SUSPECT_CRASHES = 2;
/** Processes that a prediction may end while it runs alone in them; with those that made it a suspect, five. */
export const MAX_ISOLATED_CRASHES = 3;
/** Crashes in all, when nobody was left to count one of those alone: two that were seen are enough then. */
const MAX_SUSPECT_CRASHES = { all: 5, isolated: 2 };
/**
 * Leases that may end without a word in all. A last bound for what the one above cannot count: a host that runs nothing
 * apart, or a machine on which every process ends with the one that was killed.
 */
const MAX_CRASHES = 20;

export const hasCrashedTooOften = (of: { crashes: number; isolated_crashes: number }): boolean =>
  of.isolated_crashes >= MAX_ISOLATED_CRASHES ||
  (of.crashes >= MAX_SUSPECT_CRASHES.all && of.isolated_crashes >= MAX_SUSPECT_CRASHES.isolated) ||
  of.crashes >= MAX_CRASHES;

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
