import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';

/** The contract's date, on every answer. Changes with every addition to it. */
export const API_VERSION = '2026-11-20';

export interface RequestWithId extends Request {
  id: string;
}

const WELL_FORMED_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Gives every request an id (a well-formed inbound one is kept) and every answer the headers it always has. */
export function requestContext(request: Request, response: Response): void {
  const inbound = request.headers['x-request-id'];
  const id = typeof inbound === 'string' && WELL_FORMED_ID.test(inbound) ? inbound : randomUUID();
  (request as RequestWithId).id = id;
  response.setHeader('X-Request-Id', id);
  response.setHeader('X-API-Version', API_VERSION);
  response.setHeader('X-Content-Type-Options', 'nosniff');
}
