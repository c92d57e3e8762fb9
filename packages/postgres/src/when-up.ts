import { setTimeout as sleep } from 'node:timers/promises';
import { isPermanentSetupError } from './setup-error.js';
import { isDatabaseUnavailable } from './unavailable.js';

export const UNAVAILABLE_MS = 60_000;
export const RETRY_MS = 500;
const NOTICE_MS = 10_000;

export const isTemporary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isPermanentSetupError(error);

/**
 * Repeats work at the start of a process that the database cannot do yet.
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
