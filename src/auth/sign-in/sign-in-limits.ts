import type { AttemptLimit } from '../../admission/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Requests of one address (IPv6: one /64) or one known browser to one route. Also configures the guards' throttler. */
export const REQUESTS = { name: 'requests', limit: 100, windowMs: MINUTE_MS } satisfies AttemptLimit;
/**
 * Routes that accept a token allow more: a dashboard refreshes every 15 minutes, and many users may share an address. The number equals the
 * failures that `FailedAuthThrottle` allows.
 */
export const TOKEN_REQUESTS = { limit: 600, ttl: MINUTE_MS };
export const REGISTRATIONS = { name: 'registrations', limit: 10, windowMs: MINUTE_MS } satisfies AttemptLimit;
/** Requests of one address (IPv6: one /64) for one email. */
export const FORGOTTEN_PASSWORDS = {
  name: 'forgotten passwords',
  limit: 10,
  windowMs: MINUTE_MS,
} satisfies AttemptLimit;
/** Mails to one user. Further requests get the same response and send none. */
export const RESET_MAILS = { name: 'reset mails', limit: 3, windowMs: HOUR_MS } satisfies AttemptLimit;
export const VERIFICATION_REQUESTS = {
  name: 'verification requests',
  limit: 10,
  windowMs: MINUTE_MS,
} satisfies AttemptLimit;
/** Mails to one user. Further requests get the same response and send none. */
export const VERIFICATION_MAILS = {
  name: 'verification mails',
  limit: 3,
  windowMs: HOUR_MS,
} satisfies AttemptLimit;
/** Wrong passwords of one address (IPv6: one /64) for one email. */
export const ADDRESS_FAILURES = {
  name: 'failures of address',
  limit: 10,
  windowMs: MINUTE_MS,
} satisfies AttemptLimit;
/** Wrong passwords of one known browser, which then counts as unknown: guessing with a stolen cookie is useless. */
export const BROWSER_FAILURES = {
  name: 'failures of browser',
  limit: 10,
  windowMs: HOUR_MS,
} satisfies AttemptLimit;
/** Wrong current passwords in one sign-in. */
export const SIGN_IN_FAILURES = {
  name: 'failures of sign-in',
  limit: 10,
  windowMs: HOUR_MS,
} satisfies AttemptLimit;
