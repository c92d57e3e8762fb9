/** Who may read the figures. Pure. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What proxies add: a request with one of these is somebody else's, wherever its connection comes from. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export interface Reader {
  /** The other end of the connection itself, whatever a header says. */
  peer: string | undefined;
  headers: IncomingHttpHeaders;
}

/** @param token what a reader has to show as a bearer; null: only who is on this machine and came through no proxy may. */
export function mayRead({ peer, headers }: Reader, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const proxied = Object.keys(headers).some(
    (name) => OF_PROXIES.includes(name) || name.startsWith('x-forwarded-'),
  );
  return !proxied && isLoopback(peer ?? '');
}

/** In a time that depends on neither. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function isLoopback(address: string): boolean {
  // A listener on "::" tells of IPv4 peers in this form; a BlockList knows it as the address it stands for.
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isIPv6(address) && loopback.check(address, 'ipv6');
}
