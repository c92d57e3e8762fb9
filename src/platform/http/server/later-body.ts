import type { Response } from 'express';

/** Setting of the Express application: handlers may return a `LaterBody`. */
export const SENDS_LATER = 'sends later';

/**
 * A handler that waits returns this at once, so Nest and Express are done with the request, and their promises, observables and closures
 * (half of the memory of a waiting poll) are free before the wait.
 */
export class LaterBody<T extends object = object> {
  constructor(readonly body: Promise<T>) {
    // It may be rejected before Nest has passed it to `reply`, which handles the rejection.
    body.catch(() => undefined);
  }
}

/** With modules of extensions a handler returns the promise itself, because their interceptors may read the body. */
export function later<T extends object>(response: Response, body: Promise<T>): Promise<T> | LaterBody<T> {
  return response.app.enabled(SENDS_LATER) ? new LaterBody(body) : body;
}
