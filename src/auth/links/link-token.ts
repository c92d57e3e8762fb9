/** The tokens of links in mails: 256 random bits, of which the database has only the SHA-256. */
import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/index.js';

/** A link that works once. */
export interface OneTimeLink {
  url: string;
  expiresAt: Date;
}

const SHAPE = /^[\w-]{43}$/;

export function createLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

/** Returns the hash of a token, or null when the text cannot be one. */
export const hashOfLinkToken = (token: string): Buffer | null => (SHAPE.test(token) ? sha256(token) : null);

/**
 * Returns a link to a page of the dashboard. Its host comes from PUBLIC_URL, never from a request. The token is in the
 * fragment, which browsers send to no server.
 */
export function linkTo(page: string, token: string, { http }: Config): string {
  return `${http.pageUrl}${page}#token=${token}`;
}

const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
