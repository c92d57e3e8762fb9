import type { Response } from 'express';
import type { ApiKeyPrincipal, AuthenticatedRequest } from 'offprint';
import type { MappedRequest } from './mapped-request.js';
import type { RequestInput } from './request-input.js';

/** A request that starts predictions: who asks, for what, how often. */
export interface FrontCall {
  caller: ApiKeyPrincipal;
  mapped: MappedRequest;
  input: RequestInput;
  /** Predictions to start. */
  count: number;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
  request: AuthenticatedRequest;
  response: Response;
}
