import type { AttemptLimit } from '../../admission/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const perMinute = (name: string, limit: number): AttemptLimit => ({ name, limit, windowMs: MINUTE_MS });
const perHour = (name: string, limit: number): AttemptLimit => ({ name, limit, windowMs: HOUR_MS });

/** Requests of one address (IPv6: one /64) or one known browser to one route. Also configures the guards' throttler. */
export const REQUESTS = perMinute('requests', 100);
/**
 * Routes that accept a token allow more: a dashboard refreshes every 15 minutes, and many users may share an address. The number equals the
 * failures that `FailedAuthThrottle` allows.
 */
export const TOKEN_REQUESTS = { limit: 600, ttl: MINUTE_MS };
export const REGISTRATIONS = perMinute('registrations', 10);
/** Requests of one address (IPv6: one /64) for one email. */
export const FORGOTTEN_PASSWORDS = perMinute('forgotten passwords', 10);
/** Mails to one user. Further requests get the same response and send none. */
export const RESET_MAILS = perHour('reset mails', 3);
export const VERIFICATION_REQUESTS = perMinute('verification requests', 10);
/** Mails to one user. Further requests get the same response and send none. */
export const VERIFICATION_MAILS = perHour('verification mails', 3);
/** Wrong passwords of one address (IPv6: one /64) for one email. */
export const ADDRESS_FAILURES = perMinute('failures of address', 10);
/** Wrong passwords of one known browser, which then counts as unknown: guessing with a stolen cookie is useless. */
export const BROWSER_FAILURES = perHour('failures of browser', 10);
/** Wrong current passwords in one sign-in. */
export const SIGN_IN_FAILURES = perHour('failures of sign-in', 10);
