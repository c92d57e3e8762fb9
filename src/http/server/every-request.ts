import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Observes a request at its start. May set headers, store data on it or subscribe to its end; never sends a response. */
export type OnRequest = (request: Request, response: Response) => void;

/** Combines observers into one middleware: a step between two in Express costs as much as most of them. */
export function onEveryRequest(...observers: OnRequest[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    for (const observe of observers) observe(request, response);
    next();
  };
}
