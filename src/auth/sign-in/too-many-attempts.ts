import { AppError } from '../../errors/index.js';

/** 429 for a caller without an API key. @param seconds to wait. */
export function tooManyAttempts(seconds: number): AppError {
  return new AppError('rate_limited', {
    message: 'Too many attempts. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}
