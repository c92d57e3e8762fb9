/** Calls of pages of other origins (CORS), for operators who accept that their callers' keys are in browsers. */
import type { Request, Response } from 'express';

const METHODS = 'GET, HEAD, POST, DELETE';
/** Official clients send headers of their own: `X-Stainless-…`. */
const HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-None-Match, Range, X-Request-Id';
const EXPOSED =
  'Content-Disposition, Content-Range, ETag, Offprint-Mapped, OpenAI-Poll-After-Ms, Request-Id, Retry-After, X-Request-Id, X-Should-Retry';
const MAX_AGE_SECONDS = '600';
const HEADER_NAMES = /^[A-Za-z0-9-]{1,40}(?:\s*,\s*[A-Za-z0-9-]{1,40}){0,30}$/;

/**
 * Allows the origins, and answers their preflights. @param origins as browsers send them.
 * @returns whether the request is answered.
 */
export function allowOrigins(origins: readonly string[], request: Request, response: Response): boolean {
  response.vary('Origin');
  const { origin, 'access-control-request-headers': headers = '' } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false;
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Allow-Headers', HEADER_NAMES.test(headers) ? headers : HEADERS);
  response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
  response.status(204).end();
  return true;
}
