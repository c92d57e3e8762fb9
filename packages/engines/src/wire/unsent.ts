/** Errors before a byte of the request is sent have error codes of Node, OpenSSL and undici. */

/** The host is unreachable or fails its TLS check: the operator has to act. */
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
/** Transient faults of this machine: DNS did not respond, no local port or file descriptor is left. */
const TRANSIENT = new Set(['EAI_AGAIN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE']);

/** `instanceof Error` fails for errors of another realm (a worker thread, a test), so the properties are read. */
interface Failure {
  code?: unknown;
  cause?: unknown;
  /** Set when several addresses were tried: the error of each. */
  errors?: unknown[];
}

/** Returns why the request was not sent, or null when it may have been sent. */
export function unsentReason(error: unknown): 'operator' | 'transient' | null {
  for (let at = error as Failure | null | undefined; typeof at === 'object' && at !== null;) {
    const code = typeof at.code === 'string' ? at.code : '';
    if (OPERATOR.has(code) || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'operator';
    if (TRANSIENT.has(code)) return 'transient';
    if (Array.isArray(at.errors) && at.errors.length > 0) return unsentReason(at.errors[0]);
    at = at.cause as Failure | null | undefined;
  }
  return null;
}
