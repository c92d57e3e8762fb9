import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackAddress } from '../config/index.js';

/**
 * Scrapers, command-line tools and browsers send these headers. A request with any other one may come through a proxy, whose caller is not
 * on this machine: the headers that proxies add are too many to list.
 */
const OF_CALLERS = new Set([
  ...['host', 'connection', 'keep-alive', 'te', 'user-agent', 'authorization', 'cookie', 'referer'],
  ...['origin', 'dnt'],
  ...['cache-control', 'pragma', 'priority', 'upgrade-insecure-requests', 'content-length', 'content-type'],
  ...['if-none-match', 'if-modified-since', 'traceparent', 'tracestate', 'baggage', 'x-request-id'],
  'x-prometheus-scrape-timeout-seconds',
]);
const OF_CALLERS_PREFIX = /^(accept|sec)(-|$)/;

export interface MetricsCaller {
  /** Headers are not considered. */
  peer: string | undefined;
  headers: IncomingHttpHeaders;
}

/** @param token expected as a bearer token; null: only callers on this machine, without a proxy between, have access. */
export function hasMetricsAccess({ peer, headers }: MetricsCaller, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const proxied = Object.keys(headers).some((name) => !OF_CALLERS.has(name) && !OF_CALLERS_PREFIX.test(name));
  return !proxied && isLoopbackAddress(peer ?? '');
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
