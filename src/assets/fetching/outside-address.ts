/**
 * Decides whether an address lies on the public internet. Pure: no lookup, no connection. It refuses by default: an
 * address is public only when it is plain global unicast; everything special, embedded or unknown is not.
 */
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type HostVerdict =
  /** A literal on the public internet, in its usual spelling. */
  | { kind: 'address'; address: string; family: 4 | 6 }
  /** A name whose addresses have yet to be looked up and judged one by one. */
  | { kind: 'name'; name: string }
  | { kind: 'refused' };

const REFUSED: HostVerdict = { kind: 'refused' };

/** Global unicast; everything else of IPv6 is unassigned or special. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
/** Well-known prefix of NAT64: how a machine without IPv4 reaches the rest of the internet. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Special inside clouds although the registries count them as public: Azure's host agent. */
const PUBLIC_BUT_INSIDE = new Set(['168.63.129.16']);

/** Names that mean this machine or this network wherever they are looked up. */
const INSIDE_SUFFIXES = [
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
 * Is this IP literal a public one? Mapped and NAT64 addresses are judged by the IPv4 address inside; 6to4, Teredo,
 * ISATAP and IPv4-compatible ones are refused whatever they hold: nothing legitimate answers there any more.
 * @param literal as a resolver or the WHATWG URL parser spells it: four decimals, or IPv6 without brackets and zone.
 */
export function isPublicAddress(literal: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return isPublicIpv4(ipaddr.IPv4.parse(literal));
  if (!isIPv6(literal) || literal.includes('%')) return false;
  return isPublicIpv6(parseIpv6(literal));
}

/** Spelled in hexadecimal first: `ipaddr.js` takes `::8.8.8.8` for `::ffff:8.8.8.8`, a connection does not. */
function parseIpv6(literal: string): ipaddr.IPv6 {
  return ipaddr.IPv6.parse(new URL(`http://[${literal}]/`).hostname.slice(1, -1));
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !PUBLIC_BUT_INSIDE.has(address.toString());
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  if (address.match(IPV4_MAPPED) || address.match(NAT64)) {
    return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address);
}

/** ISATAP hides an IPv4 address in the last 32 bits behind `[0|2]00:5efe`, below any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  return address.parts[5] === 0x5efe && (address.parts[4]! & 0xfdff) === 0;
}

/**
 * Classifies the host of a parsed URL. The WHATWG parser has by then turned decimal, octal, hexadecimal and short
 * forms into four decimals; a host that is given here in such a form is refused rather than looked up.
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
  // A name without a dot is completed by the machine's search domains, so it always means something inside.
  if (name.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return REFUSED;
  // "Ends in a number" is how the URL standard tells an address: the system's resolver reads such names as one.
  if (/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1)!)) return REFUSED;
  const inside = INSIDE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  return inside ? REFUSED : { kind: 'name', name };
}
