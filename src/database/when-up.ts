import { setTimeout as sleep } from 'node:timers/promises';
import { isPermanentSetupError } from './setup-error.js';
import { isDatabaseUnavailable } from './unavailable.js';

/** How long a start waits for a database that is starting or temporarily unavailable. */
export const UNAVAILABLE_MS = 60_000;
export const RETRY_MS = 500;

/** Returns whether the same statement may succeed soon. */
export const isTemporary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isPermanentSetupError(error);

/**
 * For the start of a process: repeats work that the database cannot do yet, or not at the moment.
 * @throws the last error after a minute; an error of another kind at once.
 */
export async function whenUp<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + UNAVAILABLE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() > until) throw error;
      await sleep(RETRY_MS);
    }
  }
}
