/**
 * Links to outputs that work without an API key: whoever has one may read that file until it expires, and nothing
 * else. Stateless, so any process of the service can check a link that another one made. Pure: no clock, no I/O.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isAssetName, requireAssetName } from '../storage/asset-name.js';

const ROUTE = '/api/assets/';
const PURPOSE = 'offprint asset link v1';
/** Base64url of 32 bytes without padding. */
const SIGNATURE_LENGTH = 43;

export type LinkVerdict = 'ok' | 'expired' | 'bad';

/** The three parts of a link as they stand in its address; nothing about them is checked yet. */
export interface LinkParts {
  name: string;
  /** Unix seconds, as text: the signature covers exactly these characters. */
  expires: string;
  signature: string;
}

export class SignedLinks {
  private readonly key: Buffer;

  /**
   * @param secret of the installation. The signing key is derived from it, so a link never helps to guess a token
   * that is signed with the same secret for another purpose.
   * @param baseUrl where callers reach the service, without a trailing slash. Without it links are paths; a function
   * is asked anew for each link, because a service that listens on port 0 learns its own address late.
   */
  constructor(
    secret: string,
    private readonly baseUrl?: string | (() => string | null) | null,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32));
  }

  /** Expiry is kept in whole seconds, rounded down. The type of the file follows from the extension in its name. */
  mint(link: { name: string; expiresAt: Date }): string {
    return this.prefix() + this.mintPath(link);
  }

  /** The same without our address: every process of the service reads it, whatever address it is reached by. */
  mintPath(link: { name: string; expiresAt: Date }): string {
    const name = requireAssetName(link.name);
    const expires = String(Math.floor(link.expiresAt.getTime() / 1000));
    return `${ROUTE}${name}?expires=${expires}&signature=${this.sign(name, expires)}`;
  }

  /** A forged link is `bad` even when it is old as well: only who holds a real link learns that it has expired. */
  verify(name: string, expires: string, signature: string, now: Date): LinkVerdict {
    if (!isAssetName(name) || !/^\d{1,12}$/.test(expires) || signature.length !== SIGNATURE_LENGTH)
      return 'bad';
    const expected = Buffer.from(this.sign(name, expires));
    const given = Buffer.from(signature);
    // The texts are compared, not the decoded bytes: base64 has several spellings of the same bytes.
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'bad';
    return now.getTime() >= Number(expires) * 1000 ? 'expired' : 'ok';
  }

  /** The parts of an address of ours, or null when it points anywhere else. A full address must be at our base. */
  parse(link: string): LinkParts | null {
    const base = this.prefix();
    const path = base !== '' && link.startsWith(`${base}${ROUTE}`) ? link.slice(base.length) : link;
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
