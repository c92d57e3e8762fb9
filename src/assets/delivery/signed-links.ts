/**
 * A link grants read access to one file until it expires, without an API key. Stateless, so every process can verify the links of the
 * others. Pure: no clock, no I/O.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { isAssetName, requireAssetName } from '../storage/asset-name.js';

const ROUTE = '/api/assets/';
const PURPOSE = 'offprint asset link v1';
/** Base64url of 32 bytes without padding. */
const SIGNATURE_LENGTH = 43;

export type LinkVerdict = 'ok' | 'expired' | 'bad';

/** Unverified. */
export interface LinkParts {
  name: string;
  /** Unix seconds, as text: the signature covers exactly these characters. */
  expires: string;
  signature: string;
}

export class SignedLinks {
  /** A key object, because Node would import a buffer for every link. */
  private readonly key: KeyObject;

  /**
   * @param secret of the installation. The signing key is derived from it, separately from the keys of other purposes.
   * @param baseUrl without a trailing slash; without it links are paths. A function is called for each
   * link, because the URL is unknown until the service listens.
   */
  constructor(
    secret: string,
    private readonly baseUrl?: string | (() => string | null) | null,
  ) {
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32)));
  }

  /** The expiry is rounded down to whole seconds. */
  mint(link: { name: string; expiresAt: Date }): string {
    return this.prefix() + this.mintPath(link);
  }

  /** `parse` accepts a link without the base URL in every process. */
  mintPath(link: { name: string; expiresAt: Date }): string {
    const name = requireAssetName(link.name);
    const expires = String(Math.floor(link.expiresAt.getTime() / 1000));
    return `${ROUTE}${name}?expires=${expires}&signature=${this.sign(name, expires)}`;
  }

  /** A forged link is `bad`, also when it has expired: only holders of a real link get `expired`. */
  verify(name: string, expires: string, signature: string, now: Date): LinkVerdict {
    if (!isAssetName(name) || !/^\d{1,12}$/.test(expires) || signature.length !== SIGNATURE_LENGTH)
      return 'bad';
    const expected = Buffer.from(this.sign(name, expires));
    const given = Buffer.from(signature);
    // Compares the texts, because several base64 texts decode to the same bytes.
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad';
    return now.getTime() >= Number(expires) * 1000 ? 'expired' : 'ok';
  }

  /** Returns null for a URL that is none of our links. An absolute URL must start with the base URL. */
  parse(link: string): LinkParts | null {
    const base = this.prefix();
    const url = withNormalOrigin(link);
    const path = base !== '' && url.startsWith(`${base}${ROUTE}`) ? url.slice(base.length) : url;
    if (!path.startsWith(ROUTE)) return null;
    const [name = '', query = ''] = path.slice(ROUTE.length).split('?', 2);
    const given = new URLSearchParams(query);
    return { name, expires: given.get('expires') ?? '', signature: given.get('signature') ?? '' };
  }

  private prefix(): string {
    return (typeof this.baseUrl === 'function' ? this.baseUrl() : this.baseUrl) ?? '';
  }

  private sign(name: string, expires: string): string {
    return createHmac('sha256', this.key).update(`${name}\n${expires}`).digest('base64url');
  }
}

/** A caller may write the host in capitals, or the default port. The path stays as it is: with `..` it is no link of ours. */
function withNormalOrigin(link: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#\\]+/i.exec(link) ?? [];
  return URL.canParse(origin) ? new URL(origin).origin + link.slice(origin.length) : link;
}
