/** Waiting out a limit: what the service refuses for now is done when it says that there is room. Pure but for time. */
import { Problem } from './problem';

/** Longer than this nobody sits in front of a page. */
const LONGEST_WAIT_SECONDS = 90;

export interface Waiting {
  problem: Problem;
  seconds: number;
}

/**
 * Runs `act`; while it is told 429 with a time, waits that long and runs it again.
 * @param told of every wait before it begins, and with null when one is over. @param signal calls a wait off.
 * @throws whatever else `act` throws, and the reason of the signal.
 */
export async function untilLetIn<T>(
  act: () => Promise<T>,
  told: (waiting: Waiting | null) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null) throw error;
      told({ problem: error as Problem, seconds });
      await pause(seconds, signal).finally(() => told(null));
    }
  }
}

function secondsToWait(error: unknown): number | null {
  if (!(error instanceof Problem) || error.status !== 429) return null;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds !== null && retryAfterSeconds <= LONGEST_WAIT_SECONDS ? retryAfterSeconds : null;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
