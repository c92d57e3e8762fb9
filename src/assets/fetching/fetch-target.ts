/**
 * Decides where the fetcher may go next: checks one URL, resolves and judges its host, and says which address to
 * connect to. Every hop of a redirect passes through here again, with what the hops before it have lost.
 */
import { FetchRefused } from './fetch-refused.js';
import { classifyHost, isPublicAddress } from './outside-address.js';
import type { OutsideNetwork, ResolvedAddress } from './outside-network.js';

export type FetchScheme = 'https' | 'http';

export interface FetchPolicy {
  schemes: readonly FetchScheme[];
  /**
   * Hosts that the operator runs, `host` or `host:port`: they may have private addresses and any port. All others
   * have to be public. A hop to a public host ends the trust: no stranger can redirect us back inside.
   */
  trustedHosts: readonly string[];
}

export interface FetchTarget {
  url: URL;
  trusted: boolean;
  /** Judged, in the order in which to try them; never empty. */
  addresses: ResolvedAddress[];
}

const MAX_URL_LENGTH = 8192;
/**
 * Where web servers listen. Other ports of the public internet are mail, databases and other people's consoles, which
 * nobody links a picture on; without this list the service could be used to scan them.
 */
const PUBLIC_PORTS = new Set(['', '80', '443', '8080', '8443']);
/** Tried one after the other; more only cost time on a dead host. */
const MAX_ADDRESSES = 3;

/** @throws {FetchRefused} `bad_url` for anything but a plain absolute link. */
export function parseUrl(text: string, policy: Pick<FetchPolicy, 'schemes'>): URL {
  // The parser drops white space and control characters without a word: what was checked would not be what was given.
  if (text.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(text)) throw new FetchRefused('bad_url');
  const url = parse(text);
  requireScheme(url, policy);
  return url;
}

/** Where a redirect leads. A step from https down to http is refused: it would give the file away on the way. */
export function parseRedirect(location: string, from: URL, policy: Pick<FetchPolicy, 'schemes'>): URL {
  if (location.length > MAX_URL_LENGTH) throw new FetchRefused('bad_url');
  const url = parse(location, from.href);
  requireScheme(url, policy);
  if (from.protocol === 'https:' && url.protocol !== 'https:') throw new FetchRefused('address_not_allowed');
  return url;
}

/** By trying: `URL.canParse` of Node 20 says yes to a few hosts with control characters that `new URL` refuses. */
function parse(text: string, base?: string): URL {
  try {
    return new URL(text, base);
  } catch (error) {
    throw new FetchRefused('bad_url', { cause: error });
  }
}

function requireScheme(url: URL, policy: Pick<FetchPolicy, 'schemes'>): void {
  if (!policy.schemes.some((scheme) => url.protocol === `${scheme}:`)) {
    const publicMessage = `The address must start with ${policy.schemes.map((scheme) => `${scheme}://`).join(' or ')}.`;
    throw new FetchRefused('bad_url', { publicMessage });
  }
  if (url.username !== '' || url.password !== '' || url.hostname === '') throw new FetchRefused('bad_url');
}

/** @throws {FetchRefused} `address_not_allowed` or `unreachable`. */
export async function chooseTarget(
  url: URL,
  policy: FetchPolicy,
  network: OutsideNetwork,
  mayTrust: boolean,
): Promise<FetchTarget> {
  if (mayTrust && isTrusted(url, policy.trustedHosts)) {
    return { url, trusted: true, addresses: await resolveTrusted(url, network) };
  }
  if (!PUBLIC_PORTS.has(url.port)) throw new FetchRefused('address_not_allowed');
  const verdict = classifyHost(url.hostname);
  if (verdict.kind === 'refused') throw new FetchRefused('address_not_allowed');
  if (verdict.kind === 'address') {
    return { url, trusted: false, addresses: [{ address: verdict.address, family: verdict.family }] };
  }
  const addresses = await resolve(verdict.name, network);
  // One private address among public ones is how a name is made to pass once and lead inside the next time.
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefused('address_not_allowed');
  return { url, trusted: false, addresses: addresses.slice(0, MAX_ADDRESSES) };
}

function isTrusted(url: URL, trustedHosts: readonly string[]): boolean {
  return trustedHosts.some((host) => host.toLowerCase() === url.host || host.toLowerCase() === url.hostname);
}

async function resolveTrusted(url: URL, network: OutsideNetwork): Promise<ResolvedAddress[]> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (literal.includes(':')) return [{ address: literal, family: 6 }];
  if (/^\d+\.\d+\.\d+\.\d+$/.test(literal)) return [{ address: literal, family: 4 }];
  return (await resolve(literal, network)).slice(0, MAX_ADDRESSES);
}

async function resolve(name: string, network: OutsideNetwork): Promise<ResolvedAddress[]> {
  let addresses: ResolvedAddress[];
  try {
    addresses = await network.resolve(name);
  } catch (error) {
    throw new FetchRefused('unreachable', { cause: error });
  }
  if (addresses.length === 0) throw new FetchRefused('unreachable');
  return addresses;
}
