import type { Request } from 'express';

/**
 * The caller's IP address as the trusted proxies tell it (TRUST_PROXY). Express works that out of a list it makes for each
 * request; where no proxy has said anything, it is the connection's own.
 */
export function callerAddress(request: Request): string {
  const told = request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip;
  return told ?? 'unknown';
}
