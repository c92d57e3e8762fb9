import ipaddr from 'ipaddr.js';

/** No address is longer, with a zone and a port. */
const LONGEST = 100;
/** Some proxies add the port of the connection: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/**
 * Returns the source that an address is counted as: IPv4 as it is (also when it is wrapped in IPv6), IPv6 by its /64,
 * because whoever has one address of such a network has all of them, and `unknown` for any text that is no address.
 * The result is short and safe to store, whatever a client sent.
 */
export function sourceOf(address: string): string {
  if (address.length > LONGEST) return 'unknown';
  const [, inBrackets, beforePort] = WITH_PORT.exec(address) ?? [];
  const bare = inBrackets ?? beforePort ?? address;
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${beginningOf(parsed as ipaddr.IPv6, 4)}::/64`;
}

/**
 * The network around an address: IPv4 by its /24, IPv6 by its /48, which is what one customer of a hosting company is
 * given at most. Wide enough to hold innocent neighbours, so it may rank callers and never refuse one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`;
  return `${beginningOf(parsed as ipaddr.IPv6, 3)}::/48`;
}

function beginningOf({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':');
}
