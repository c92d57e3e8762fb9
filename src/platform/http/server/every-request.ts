import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';

const logger = new Logger('http');

/** Observes every request, and never sends a response. */
export interface RequestObserver {
  /** Runs at the start of a request. May set headers and store data on the request. */
  readonly onRequest?: (request: Request, response: Response) => void;
  /**
   * Runs when the response is closed; an error is logged. `response.writableFinished` is false if the caller disconnected before its end.
   * @param milliseconds since the start of the request.
   */
  readonly onClose?: (request: Request, response: Response, milliseconds: number) => void;
}

/**
 * Combines observers into one function and one listener per response: a step between two in Express costs as much as most of
 * them, and so does a listener.
 */
export function combineObservers(
  observers: readonly RequestObserver[],
): (request: Request, response: Response) => void {
  const starts = observers.flatMap(({ onRequest }) => onRequest ?? []);
  const ends = observers.flatMap(({ onClose }) => onClose ?? []);
  return (request, response) => {
    const startedAt = performance.now();
    for (const onRequest of starts) onRequest(request, response);
    response.on('close', () => {
      const milliseconds = performance.now() - startedAt;
      for (const onClose of ends)
        try {
          onClose(request, response, milliseconds);
        } catch (error) {
          // Nothing else catches it: it would end the process.
          logger.error(error);
        }
    });
  };
}
