/** The notation of `allowedIps`: an address or a network, IPv4 or IPv6. Pure. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits before the IPv4 address in its notation as IPv6 (`::ffff:192.0.2.1`). */
const MAPPED_BITS = 96;

/** Returns text for PostgreSQL's `inet`, or null. IPv4 in its notation as IPv6 becomes IPv4, because callers' addresses do too. */
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

function network(address: string, length: string | undefined, bits: number): string | null {
  if (length === undefined || Number(length) === bits) return address;
  return Number(length) < bits ? `${address}/${length}` : null;
}
