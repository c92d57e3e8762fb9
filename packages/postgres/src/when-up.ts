import { setTimeout as sleep } from 'node:timers/promises';
import { isPermanentSetupError } from './setup-error.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** How long a start waits for a database that is starting or temporarily unavailable. */
export const UNAVAILABLE_MS = 60_000;
export const RETRY_MS = 500;
/** Between two notices of one wait. */
const NOTICE_MS = 10_000;

/** Returns whether the same statement may succeed soon. */
export const isTemporary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isPermanentSetupError(error);

/**
 * For the start of a process: repeats work that the database cannot do yet, or not at the moment.
 * @param onWait receives the reason and the time left, at the first failure and every ten seconds.
 * @throws the last error after a minute; an error of another kind at once.
 */
export async function whenUp<T>(
  work: () => Promise<T>,
  onWait: (error: unknown, leftMs: number) => void = () => undefined,
): Promise<T> {
  const until = performance.now() + UNAVAILABLE_MS;
  let noticeAt = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const now = performance.now();
      if (!isTemporary(error) || now > until) throw error;
      if (now >= noticeAt) {
        noticeAt = now + NOTICE_MS;
        onWait(error, until - now);
      }
      await sleep(RETRY_MS);
    }
  }
}
