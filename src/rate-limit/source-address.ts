import ipaddr from 'ipaddr.js';

/**
 * Who an address stands for when failures are counted: IPv4 as it is (also when it comes wrapped in IPv6), IPv6 by
 * its /64, because whoever has one address of such a network has all of them.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
