import type { Response } from 'express';
import { later, type LaterBody } from '../server/later-body.js';

const NEVER = new AbortController().signal;

export function disconnectSignal(response: Response): AbortSignal {
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

/**
 * Responds with what `read` returns, and its `retryAfterMs` in whole seconds as `Retry-After`. A call that does not wait ends before a
 * disconnect matters.
 */
export function longPoll<T extends object>(
  response: Response,
  waitSeconds: number,
  read: (disconnected: Disconnect) => Promise<T>,
): Promise<T> | LaterBody<T> {
  const body = withRetryAfter(response, read(waitSeconds === 0 ? NEVER : new ResponseDisconnect(response)));
  return waitSeconds === 0 ? body : later(response, body);
}

async function withRetryAfter<T extends object>(response: Response, read: Promise<T>): Promise<T> {
  const body: T & { retryAfterMs?: number } = await read;
  if (body.retryAfterMs !== undefined)
    response.setHeader('Retry-After', String(Math.ceil(body.retryAfterMs / 1000)));
  return body;
}
