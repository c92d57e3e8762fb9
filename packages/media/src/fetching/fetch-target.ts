/** Every redirect is checked again as its own target; trust that an earlier hop lost is not regained. */
import { FetchRefused } from './fetch-refused.js';
import { classifyHost, isPublicAddress } from './outside-address.js';
import type { OutsideNetwork, ResolvedAddress } from './outside-network.js';

export type FetchScheme = 'https' | 'http';

export interface FetchPolicy {
  schemes: readonly FetchScheme[];
  /**
   * Hosts of the operator, `host` or `host:port`, which may have private addresses and any port. All others must be public. A redirect to a
   * public host ends the trust, so that it cannot redirect to a private address.
   */
  trustedHosts: readonly string[];
}

export interface FetchTarget {
  url: URL;
  trusted: boolean;
  /** Checked addresses in the order of attempts; never empty. */
  addresses: ResolvedAddress[];
}

const MAX_URL_LENGTH = 8192;
/** Without this list the fetcher could be used to scan other ports of the public internet, such as mail servers and databases. */
const PUBLIC_PORTS = new Set(['', '80', '443', '8080', '8443']);
/** The addresses are tried one after the other; more would only cost time on a host that is down. */
const MAX_ADDRESSES = 3;

/** Parses an absolute URL. @throws {FetchRefused} `bad_url` for any other text. */
export function parseUrl(text: string, policy: Pick<FetchPolicy, 'schemes'>): URL {
  // The parser silently removes white space and control characters: the checked URL would differ from the given one.
  if (text.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(text)) throw new FetchRefused('bad_url');
  const url = parse(text);
  requireScheme(url, policy);
  return url;
}

/** Rejects a redirect from https to http, which would transfer the file unencrypted. */
export function parseRedirect(location: string, from: URL, policy: Pick<FetchPolicy, 'schemes'>): URL {
  if (location.length > MAX_URL_LENGTH) throw new FetchRefused('bad_url');
  const url = parse(location, from.href);
  requireScheme(url, policy);
  if (from.protocol === 'https:' && url.protocol !== 'https:') throw new FetchRefused('address_not_allowed');
  return url;
}

/** Uses `new URL`, because `URL.canParse` of Node 20 accepts a few hosts with control characters that `new URL` rejects. */
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
  // A private address among public ones indicates DNS rebinding.
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
