/** Retries requests that the service rejects with 429. Pure except for timers. */
import { Problem } from './problem';

/** A longer `Retry-After` is reported as an error instead. */
const MAX_WAIT_SECONDS = 90;

export interface Waiting {
  problem: Problem;
  seconds: number;
}

/**
 * Runs `act`. While it fails with 429 and a `Retry-After`, waits that long and runs it again.
 * @param onWait is called before every wait, and with null after it. @param signal aborts a wait.
 * @throws any other error of `act`, and the signal's reason.
 */
export async function retryAfter429<T>(
  act: () => Promise<T>,
  onWait: (waiting: Waiting | null) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null) throw error;
      onWait({ problem: error as Problem, seconds });
      await pause(seconds, signal).finally(() => onWait(null));
    }
  }
}

function secondsToWait(error: unknown): number | null {
  if (!(error instanceof Problem) || error.status !== 429) return null;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds !== null && retryAfterSeconds <= MAX_WAIT_SECONDS ? retryAfterSeconds : null;
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
