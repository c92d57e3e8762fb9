/** The tokens of links and sign-ins: 256 random bits, of which the database has only the SHA-256. */
import { createHash, randomBytes } from 'node:crypto';

const SHAPE = /^[\w-]{43}$/;

export function createSecretToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** Lets callers reject a text without a statement. */
export const isSecretToken = (text: string): boolean => SHAPE.test(text);

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
