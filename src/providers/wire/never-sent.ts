/** Which failures happen before a byte of the request has left: from Node's, OpenSSL's and undici's lists of codes. */

/** Nobody is there, or it is not who it says: an operator has to look. */
const OPERATOR = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
/** Our own machine's, and passing: a name server that did not answer, no local port left. */
const PASSING = new Set(['EAI_AGAIN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE']);

/** What an error carries; by its shape, since an error of another realm (a worker's, a test's) is no `instanceof Error`. */
interface Failure {
  code?: unknown;
  cause?: unknown;
  /** Of an attempt at several addresses: why each of them failed. */
  errors?: unknown[];
}

/** @returns null when the request may have been sent. */
export function isNeverSent(error: unknown): 'operator' | 'passing' | null {
  for (let at = error as Failure | null | undefined; typeof at === 'object' && at !== null;) {
    const code = typeof at.code === 'string' ? at.code : '';
    if (OPERATOR.has(code) || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'operator';
    if (PASSING.has(code)) return 'passing';
    if (Array.isArray(at.errors) && at.errors.length > 0) return isNeverSent(at.errors[0]);
    at = at.cause as Failure | null | undefined;
  }
  return null;
}
