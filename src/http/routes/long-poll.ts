/** What a route that waits for something needs of HTTP. */
import type { Response } from 'express';

const NEVER = new AbortController().signal;

/**
 * Aborted when the caller hangs up. Only made for calls that wait: the others are over before anyone could.
 * @param waitSeconds what the caller asked for.
 */
export function goneSignal(response: Response, waitSeconds: number): AbortSignal {
  if (waitSeconds === 0) return NEVER;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** Tells when to ask again, in whole seconds. */
export function tellRetryAfter(response: Response, milliseconds: number | undefined): void {
  if (milliseconds !== undefined) response.setHeader('Retry-After', String(Math.ceil(milliseconds / 1000)));
}
