import type { Response } from 'express';

const NEVER = new AbortController().signal;

/**
 * For calls that do not wait the signal never aborts, because they end before a disconnect matters.
 * @param waitSeconds as requested by the caller.
 */
export function disconnectSignal(response: Response, waitSeconds: number): AbortSignal {
  if (waitSeconds === 0) return NEVER;
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** Says when the caller of a long poll disconnects. An `AbortSignal` is one too. */
export interface Disconnect {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Reads the state of the response itself: an `AbortController` and its listener would take memory for every waiting poll. */
class ResponseDisconnect implements Disconnect {
  constructor(private readonly response: Response) {}

  get aborted(): boolean {
    return this.response.closed;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.response.on('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.response.off('close', listener);
  }
}

/** Serves the long polls of predictions, as `disconnectSignal` serves others. */
export function disconnectOf(response: Response, waitSeconds: number): Disconnect {
  return waitSeconds === 0 ? NEVER : new ResponseDisconnect(response);
}

/** Rounds up to whole seconds. */
export function setRetryAfter(response: Response, milliseconds: number | undefined): void {
  if (milliseconds !== undefined) response.setHeader('Retry-After', String(Math.ceil(milliseconds / 1000)));
}
