import ipaddr from 'ipaddr.js';
import { plainAddress } from '../platform/http/index.js';

/** No address with zone and port is longer. */
const MAX_ADDRESS_LENGTH = 100;

/**
 * Returns the source that an address counts as: an IPv4 address itself (also when mapped to IPv6); the /64 of an IPv6 address, because a
 * client usually controls all addresses of its /64; `unknown` for a text that is no address. The result is short and safe to store for any
 * input.
 */
export function sourceOf(address: string): string {
  if (address.length > MAX_ADDRESS_LENGTH) return 'unknown';
  const plain = plainAddress(address);
  if (plain === null) return 'unknown';
  const parsed = ipaddr.parse(plain);
  if (parsed.kind() === 'ipv4') return plain;
  return `${firstGroups(parsed as ipaddr.IPv6, 4)}::/64`;
}

/**
 * Returns the /24 of IPv4, the /48 of IPv6 (the largest network that hosting companies assign to one customer). It can include uninvolved
 * callers, so use it to rank callers, never to reject them.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`;
  return `${firstGroups(parsed as ipaddr.IPv6, 3)}::/48`;
}

function firstGroups({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}
