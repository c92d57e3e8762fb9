import type { Request } from 'express';
import type { ProtectedHeaderParameters } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';

const JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i;
const TOKEN = /^Bearer +([\x21-\x7e]+) *$/i;
/** Longer headers are ignored: no valid token is that long, and parsing costs time. */
const MAX_LENGTH = 8192;

/** Returns null for another format, such as an API key. */
export const readBearerJwt = (request: Request): string | null => readBearer(request, JWT);

export function readBearer(request: Request, format = TOKEN): string | null {
  const header = request.headers.authorization;
  if (header === undefined || header.length > MAX_LENGTH) return null;
  return format.exec(header)?.[1] ?? null;
}

/** The issuer is unverified: use it only to skip the checks of other issuers. */
export function readUnverifiedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns null when `typ` is not accepted or the header has `crit`, whose extensions are not supported. `jwk`, `jku`, `x5u` and similar
 * fields are never read: a token does not choose its own key.
 * @param types accepted `typ` values in lower case; '' accepts a token without `typ`.
 */
export function readAcceptedHeader(
  token: string,
  types: readonly string[],
): ProtectedHeaderParameters | null {
  try {
    const header = decodeProtectedHeader(token);
    const typ = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : '';
    return header.crit === undefined && types.includes(typ) ? header : null;
  } catch {
    return null;
  }
}
