/** Resolves after `ms`. @throws the signal's reason when it aborts before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** @throws the signal's reason when it has aborted. */
export function throwIfAborted(signal?: AbortSignal): void {
  if (signal?.aborted) throw reasonOf(signal);
}

function reasonOf(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The operation was aborted.', 'AbortError');
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** Doubles with each attempt; half of it is random, so that many callers do not return at once. */
export const backoffMs = (attempt: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2);

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
/** A timer of the service may end a little before one of this process. */
const EARLY_MS = 250;

/** Paces status requests that are not held: by a proxy that removes or cuts off the wait, or by a service that stops. */
export class Polls {
  private begunAt = 0;
  private waitMs = 0;
  private minimumMs = FIRST_PAUSE_MS;

  /** Begins a request that may be held for so many seconds. */
  begin(waitSeconds: number): void {
    this.waitMs = waitSeconds * 1_000;
    this.begunAt = performance.now();
  }

  /**
   * Returns the time before the next request: none when this one was held for as long as the service asks for, else the rest of
   * that time, and more with each that was not held.
   */
  pauseMs(retryAfterMs: number): number {
    const heldMs = performance.now() - this.begunAt;
    if (heldMs >= Math.min(this.waitMs, retryAfterMs) - EARLY_MS) {
      this.minimumMs = FIRST_PAUSE_MS;
      return 0;
    }
    const pauseMs = Math.max(this.minimumMs, retryAfterMs - heldMs);
    this.minimumMs = Math.min(MAX_PAUSE_MS, this.minimumMs * 1.5);
    return pauseMs;
  }
}
