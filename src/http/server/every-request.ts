import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Looks at a request as it comes in: may set headers, keep something on it, or listen for its end. It never answers. */
export type OnRequest = (request: Request, response: Response) => void;

/** All of them as one middleware: to pass from one to the next takes Express as long as most of them take. */
export function onEveryRequest(...observers: OnRequest[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    for (const observe of observers) observe(request, response);
    next();
  };
}
