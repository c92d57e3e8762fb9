/** The notation of `allowedIps`: an address or a network, IPv4 or IPv6. Pure. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits before the IPv4 address in its notation as IPv6 (`::ffff:192.0.2.1`). */
const MAPPED_BITS = 96;

/**
 * Returns an address or network as PostgreSQL's `inet` takes it; null for any other text. IPv4 in its notation as IPv6
 * becomes IPv4, because callers' addresses do too.
 */
export function parseAddressRule(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length))) return null;
  if (isIPv4(address)) return network(address, length, 32);
  // A zone (`fe80::1%eth0`) names an interface of one machine.
  if (!isIPv6(address) || address.includes('%')) return null;
  const parsed = ipaddr.parse(address) as ipaddr.IPv6;
  if (!parsed.isIPv4MappedAddress()) return network(parsed.toString(), length, 128);
  if (length === undefined) return parsed.toIPv4Address().toString();
  if (Number(length) < MAPPED_BITS) return null;
  return network(parsed.toIPv4Address().toString(), String(Number(length) - MAPPED_BITS), 32);
}

/**
 * Returns a caller's address in the form that rules are compared with; null for a text that is no address, which no rule
 * allows. Proxies may add a port or a zone.
 */
export function comparableAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  // What Node reports for IPv4 on a socket for both.
  if (text.startsWith('::ffff:') && isIPv4(text.slice(7))) return text.slice(7);
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = (inBrackets ?? beforePort ?? text).split('%', 1)[0]!;
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipaddr.process(address).toString() : null;
}

/** `192.0.2.1:4711`, `[2001:db8::1]:4711`, `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[([^\]]{1,100})\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

function network(address: string, length: string | undefined, bits: number): string | null {
  if (length === undefined || Number(length) === bits) return address;
  return Number(length) < bits ? `${address}/${length}` : null;
}
