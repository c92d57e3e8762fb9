/** Who may read the metrics. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackAddress } from '../config/index.js';

/** Headers that proxies add: the caller of such a request is not on this machine, whatever its connection's address. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip'];

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
  return !proxied && isLoopbackAddress(peer ?? '');
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
