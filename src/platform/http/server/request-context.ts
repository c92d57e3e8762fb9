import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';

/** The date of the contract, sent with every response. Changes with every addition to the contract. */
export const API_VERSION = '2026-11-23';

export interface RequestWithId extends Request {
  id: string;
}

const WELL_FORMED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Sets the request's id (a well-formed `X-Request-Id` is kept) and the headers of every response. */
export function requestContext(request: Request, response: Response): void {
  const inbound = request.headers['x-request-id'];
  const id = typeof inbound === 'string' && WELL_FORMED_ID.test(inbound) ? inbound : randomUUID();
  (request as RequestWithId).id = id;
  response.setHeader('X-Request-Id', id);
  response.setHeader('X-API-Version', API_VERSION);
  response.setHeader('X-Content-Type-Options', 'nosniff');
}
