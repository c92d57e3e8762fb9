/**
 * Says why a credential was not accepted, as far as the request shows it: where it was sent, its scheme, its kind and its form. A
 * credential of the right form has one message, whether it is unknown, expired or revoked: a thief learns nothing from it. No message
 * repeats what was sent.
 */
import type { Request } from 'express';
import { isOperatorSecret, parseSecret } from '../keys/index.js';

export type CredentialKind = 'API key' | 'access token' | 'operator key';

const ARTICLE: Record<CredentialKind, string> = {
  'API key': 'an API key',
  'access token': 'an access token of the dashboard',
  'operator key': 'an operator key',
};
const PREFIX: Record<CredentialKind, string> = {
  'API key': 'of_live_ or of_test_',
  'access token': '',
  'operator key': 'of_ops_',
};
const INVALID: Record<CredentialKind, string> = {
  'API key': 'The API key is unknown, expired, disabled or revoked.',
  'access token': 'The access token is invalid or expired.',
  'operator key': 'The operator key is unknown, expired or revoked.',
};
/** Other services take keys in these headers. */
const OTHER_HEADERS = ['x-api-key', 'api-key', 'apikey', 'x-api-token', 'x-access-token', 'x-auth-token'];
const OWN_KEY = /\bof_(live|test|ops)_/i;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** @param wanted what the route takes, the usual kind first. */
export function messageOfRejected(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  ...wanted: [CredentialKind, ...CredentialKind[]]
): string {
  const [first] = wanted;
  const how = `Send it as "Authorization: Bearer <${first}>"`;
  const header = headers.authorization?.trim() ?? '';
  if (header === '') {
    const other = OTHER_HEADERS.find((name) => headers[name] !== undefined);
    if (other !== undefined) return `The ${first} is not read from the header ${other}. ${how}.`;
    if (OWN_KEY.test(url))
      return `The ${first} is not read from the address, which logs keep. Replace it, then send the new one as "Authorization: Bearer <${first}>".`;
    return `The ${first} is missing. ${how}.`;
  }
  const [, sent] = /^Bearer(?:\s+(.*))?$/is.exec(header) ?? [];
  if (!/^Bearer(\s|$)/i.test(header))
    return OWN_KEY.test(header.slice(0, 9))
      ? `The word Bearer is missing before the key. ${how}.`
      : `The scheme of the Authorization header must be Bearer. ${how}.`;
  const credential = sent?.trim() ?? '';
  if (credential === '') return `The ${first} is missing after the word Bearer. ${how}.`;
  return messageOfCredential(credential, wanted, how);
}

function messageOfCredential(
  credential: string,
  wanted: [CredentialKind, ...CredentialKind[]],
  how: string,
): string {
  const [first] = wanted;
  const kind = kindOf(credential);
  if (kind !== null && !wanted.includes(kind))
    return `This is ${ARTICLE[kind]}; this endpoint takes ${wanted.map((one) => ARTICLE[one]).join(' or ')}.`;
  if (kind === 'access token') return INVALID[kind];
  if (kind === null) {
    if (OWN_KEY.test(credential) || /\s/.test(credential))
      return `After the word Bearer comes the ${first} alone, without quotes, brackets or spaces. ${how}.`;
    return first === 'access token'
      ? INVALID[first]
      : `This is not ${ARTICLE[first]} of this service: those begin with ${PREFIX[first]}.`;
  }
  return isWellFormed(credential, kind)
    ? INVALID[kind]
    : `The ${kind} is not complete or mistyped: after ${PREFIX[kind]} come 48 hexadecimal characters in lower case, the last 8 of which check the others.`;
}

function kindOf(credential: string): CredentialKind | null {
  if (/\s/.test(credential)) return null;
  if (/^of_(live|test)_/i.test(credential)) return 'API key';
  if (/^of_ops_/i.test(credential)) return 'operator key';
  return JWT.test(credential) ? 'access token' : null;
}

const isWellFormed = (credential: string, kind: 'API key' | 'operator key'): boolean =>
  kind === 'API key' ? parseSecret(credential) !== null : isOperatorSecret(credential);
