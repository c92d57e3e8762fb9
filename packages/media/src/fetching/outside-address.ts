/**
 * Decides whether an address is on the public internet. Pure: no lookup, no connection. Rejects by default: only plain global unicast
 * addresses are public; special, embedded and unknown ones are not.
 */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type HostVerdict =
  /** A public IP literal in its canonical form. */
  | { kind: 'address'; address: string; family: 4 | 6 }
  /** A name whose addresses must be resolved and checked. */
  | { kind: 'name'; name: string }
  | { kind: 'refused' };

const REFUSED: HostVerdict = { kind: 'refused' };

/** Everything else of IPv6 is unassigned or special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
/** By this prefix of NAT64, machines without IPv4 reach IPv4 hosts. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** These are public in the registries but internal in clouds: Azure's host agent. */
const CLOUD_INTERNAL_ADDRESSES = new Set(['168.63.129.16']);

/** Names with these suffixes refer to the machine or its network, or are reserved. */
const INTERNAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'home.arpa',
  'corp',
  'private',
  'test',
  'example',
  'invalid',
  'onion',
  'alt',
  'arpa',
];

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Returns whether an IP literal is public. Mapped and NAT64 addresses are checked by their embedded IPv4 address. 6to4, Teredo, ISATAP and
 * IPv4-compatible addresses are never public: they are obsolete.
 * @param literal as resolvers and the WHATWG URL parser format it: four decimals, or IPv6 without brackets and zone.
 */
export function isPublicAddress(literal: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return isPublicIpv4(ipaddr.IPv4.parse(literal));
  if (!isIPv6(literal) || literal.includes('%')) return false;
  return isPublicIpv6(parseIpv6(literal));
}

/** Converts to hexadecimal first: `ipaddr.js` reads `::8.8.8.8` as `::ffff:8.8.8.8`, sockets do not. */
function parseIpv6(literal: string): ipaddr.IPv6 {
  return ipaddr.IPv6.parse(new URL(`http://[${literal}]/`).hostname.slice(1, -1));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !CLOUD_INTERNAL_ADDRESSES.has(address.toString());
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.match(IPV4_MAPPED) || address.match(NAT64)) {
    return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address);
}

/** ISATAP embeds an IPv4 address in the last 32 bits after `[0|2]00:5efe`, below any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return address.parts[5] === 0x5efe && (address.parts[4]! & 0xfdff) === 0;
}

/**
 * Classifies the host of a parsed URL. The WHATWG parser has already converted decimal, octal, hexadecimal and short forms to four
 * decimals; a host in such a form is rejected without a lookup.
 */
export function classifyHost(hostname: string): HostVerdict {
  const host = hostname.toLowerCase();
  if (host.startsWith('[')) return host.endsWith(']') ? classifyLiteral(host.slice(1, -1), 6) : REFUSED;
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return classifyLiteral(host, 4);
  return classifyName(host.replace(/\.$/, ''));
}

function classifyLiteral(literal: string, family: 4 | 6): HostVerdict {
  if ((family === 6) !== literal.includes(':') || !isPublicAddress(literal)) return REFUSED;
  return { kind: 'address', address: family === 6 ? parseIpv6(literal).toString() : literal, family };
}

function classifyName(name: string): HostVerdict {
  const labels = name.split('.');
  // Resolvers complete a name without a dot by the machine's search domains, so it is internal.
  if (name.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return REFUSED;
  // The URL standard treats names that end in a number as addresses, and so do resolvers.
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) return REFUSED;
  const isInternal = INTERNAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  return isInternal ? REFUSED : { kind: 'name', name };
}
