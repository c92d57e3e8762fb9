import type { Config } from '../../platform/config/index.js';
import { createSecretToken, hashOfToken, isSecretToken } from '../tokens/secret-token.js';

/** A link that works once. */
export interface OneTimeLink {
  url: string;
  expiresAt: Date;
}

/**
 * Creates a link to a page of the dashboard. Its host comes from PUBLIC_URL, never from a request; the token is in the fragment, which
 * browsers send to no server.
 * @param store stores the hash of the token. Returns no row when there is to be no link.
 * @returns the link with the row; null without a row.
 */
export async function createLink<R extends { expires_at: Date }>(
  page: string,
  { http }: Config,
  store: (hash: Buffer) => Promise<R[]>,
): Promise<{ link: OneTimeLink; row: R } | null> {
  const { token, hash } = createSecretToken();
  const [row] = await store(hash);
  return row
    ? { link: { url: `${http.pageUrl}${page}#token=${token}`, expiresAt: row.expires_at }, row }
    : null;
}

/**
 * @param read runs the statement with the hash of the token.
 * @returns its row; null for a text that cannot be a token, and for one that is unknown, used or expired.
 */
export async function readLink<R extends object>(
  token: string,
  read: (hash: Buffer) => Promise<R[]>,
): Promise<R | null> {
  if (!isSecretToken(token)) return null;
  const [row] = await read(hashOfToken(token));
  return row ?? null;
}
