/** Who may read the metrics. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Headers that proxies add: the caller of such a request is not on this machine, whatever its connection's address. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface MetricsCaller {
  /** Address of the connection; headers are not considered. */
  peer: string | undefined;
  headers: IncomingHttpHeaders;
}

/** @param token expected as a bearer token; null: only callers on this machine, without a proxy between, have access. */
export function hasMetricsAccess({ peer, headers }: MetricsCaller, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const proxied = Object.keys(headers).some(
    (name) => OF_PROXIES.includes(name) || name.startsWith('x-forwarded-'),
  );
  return !proxied && isLoopback(peer ?? '');
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function isLoopback(address: string): boolean {
  // A listener on "::" reports IPv4 peers as IPv4-mapped IPv6; a BlockList resolves those.
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isIPv6(address) && loopback.check(address, 'ipv6');
}
