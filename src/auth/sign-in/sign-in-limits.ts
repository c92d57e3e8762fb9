import type { AttemptLimit } from '../../admission/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Requests of one address (IPv6: one /64), or of one known browser, to one route. Also the throttler of the guards. */
export const REQUESTS = { name: 'requests', limit: 100, windowMs: MINUTE_MS } satisfies AttemptLimit;
/**
 * The same for routes that take a token: a dashboard refreshes once in 15 minutes, and many people may share an address.
 * As many as the failures that `FailedAuthThrottle` allows.
 */
export const TOKEN_REQUESTS = { limit: 600, ttl: MINUTE_MS };
/** Registrations of one email. */
export const REGISTRATIONS = { name: 'registrations', limit: 10, windowMs: MINUTE_MS } satisfies AttemptLimit;
/** Wrong passwords of one address (IPv6: one /64) for one email. */
export const FAILURES_OF_ADDRESS = {
  name: 'failures of address',
  limit: 10,
  windowMs: MINUTE_MS,
} satisfies AttemptLimit;
/** Wrong passwords of one known browser; beyond, it counts as unknown. A stolen cookie guesses nothing with that. */
export const FAILURES_OF_BROWSER = {
  name: 'failures of browser',
  limit: 10,
  windowMs: HOUR_MS,
} satisfies AttemptLimit;
/** Wrong current passwords of somebody who is signed in and wants to change it. */
export const FAILURES_OF_SIGN_IN = {
  name: 'failures of sign-in',
  limit: 10,
  windowMs: HOUR_MS,
} satisfies AttemptLimit;
