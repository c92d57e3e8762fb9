import type { Request } from 'express';

/**
 * Returns the caller's IP address: the one that trusted proxies report (TRUST_PROXY), otherwise the peer address.
 * Without `X-Forwarded-For` it skips `request.ip`, for which Express builds a list per request.
 */
export function callerAddress(request: Request): string {
  const address =
    request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip;
  return address ?? 'unknown';
}
