import { AppError } from '../../platform/errors/index.js';

/** The caller has no API key. @param seconds until the next attempt. */
export function tooManyAttemptsError(seconds: number): AppError {
  return new AppError('rate_limited', {
    message: 'Too many attempts. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}
