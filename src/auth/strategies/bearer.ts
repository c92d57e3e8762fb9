import type { Request } from 'express';
import { decodeJwt, decodeProtectedHeader, type ProtectedHeaderParameters } from 'jose';

const JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;
/** Longer ones are not looked at: nobody's token is that long, and parsing is work. */
const MAX_LENGTH = 8192;

/** The JWT of `Authorization: Bearer …`, or null for anything of another shape, an API key for one. */
export function bearerJwt(request: Request): string | null {
  const header = request.headers.authorization;
  if (header === undefined || header.length > MAX_LENGTH) return null;
  return JWT.exec(header)?.[1] ?? null;
}

/** The issuer that a token claims. Proves nothing: it only saves the checks of another issuer. */
export function claimedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

/**
 * The header, if it may be honoured: of an accepted `typ`, and without `crit`, whose extensions we do not know and
 * would have to refuse. `jwk`, `jku`, `x5u` and the like are never read: a token does not choose its own key.
 * @param types lower case; '' stands for a token that names none.
 */
export function acceptableHeader(token: string, types: readonly string[]): ProtectedHeaderParameters | null {
  try {
    const header = decodeProtectedHeader(token);
    const typ = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : '';
    return header.crit === undefined && types.includes(typ) ? header : null;
  } catch {
    return null;
  }
}
