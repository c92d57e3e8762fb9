import { SignedToken } from '../wire/index.js';
import type { WrittenEngine } from './declaration.js';

const LIFETIME_SECONDS = 1800;

interface Credentials {
  headers: Readonly<Record<string, string>>;
  token: SignedToken | null;
}

/** @throws Error when a token is declared and there is no secret to sign it. */
export function credentialsOf({ auth }: WrittenEngine, secret: string | null, where: string): Credentials {
  if (auth?.jwt) {
    const { issuer, lifetimeSeconds = LIFETIME_SECONDS } = auth.jwt;
    if (secret === null)
      throw new Error(`${where}: engine/auth/jwt signs with engine/secret, which is not set`);
    return { headers: {}, token: new SignedToken(issuer, secret, lifetimeSeconds) };
  }
  if (!auth || secret === null) return { headers: {}, token: null };
  return { headers: { [auth.header!]: auth.value!.replaceAll('{{secret}}', secret) }, token: null };
}
