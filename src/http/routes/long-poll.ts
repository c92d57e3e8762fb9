/** HTTP helpers of routes that wait. */
import type { Response } from 'express';

const NEVER = new AbortController().signal;

/**
 * Returns a signal that aborts when the caller disconnects. For calls that do not wait it never aborts: they end before
 * a disconnect matters.
 * @param waitSeconds as requested by the caller.
 */
export function disconnectSignal(response: Response, waitSeconds: number): AbortSignal {
  if (waitSeconds === 0) return NEVER;
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** Sets `Retry-After`, rounded up to whole seconds. */
export function setRetryAfter(response: Response, milliseconds: number | undefined): void {
  if (milliseconds !== undefined) response.setHeader('Retry-After', String(Math.ceil(milliseconds / 1000)));
}
