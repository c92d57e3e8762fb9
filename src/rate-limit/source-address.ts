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
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
