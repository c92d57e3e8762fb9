/** Routes that follow the interface of others have its error body. */
import type { Request } from 'express';
import type { AppError } from '../../errors/index.js';

/** What is sent of an error. */
export interface ErrorResponse {
  status: number;
  /** Added to those of the error itself. */
  headers?: Readonly<Record<string, string>>;
  body: object;
}

/** Converts an error to a response. Called once for each error; must not throw. */
export type ErrorPresenter = (error: AppError, requestId: string) => ErrorResponse;

const presenters = new WeakMap<Request, ErrorPresenter>();

/**
 * Shows the errors of a request in another form, from an extension's middleware: those of its guards, of its body and of an
 * address without a route too. Log, request log and the headers of the budget stay as they are.
 */
export function presentErrors(request: Request, present: ErrorPresenter): void {
  presenters.set(request, present);
}

/** Undefined for the contract's error body. */
export function presenterOf(request: Request): ErrorPresenter | undefined {
  return presenters.get(request);
}
