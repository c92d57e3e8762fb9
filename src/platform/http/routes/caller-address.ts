import { isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address that trusted proxies report (TRUST_PROXY), otherwise the peer's. Without `X-Forwarded-For` it skips `request.ip`, for
 * which Express builds a list per request.
 */
export function callerAddress(request: Request): string {
  const address =
    request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip;
  return address ?? 'unknown';
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711`, `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[([^\]]{1,100})\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

/** Removes the port and the zone that proxies may add, and unmaps IPv4 from IPv6; null for a text that is no address. */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  // What Node reports for IPv4 on a socket for both.
  if (text.startsWith('::ffff:') && isIPv4(text.slice(7))) return text.slice(7);
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = (inBrackets ?? beforePort ?? text).split('%', 1)[0]!;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipaddr.process(address).toString() : null;
}
