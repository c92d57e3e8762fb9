import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../errors/index.js';
import { callerAddress } from '../../http/index.js';
import { FailedAuthThrottle } from '../../admission/index.js';

/** What a token that is not good is told: 401 (a link's: 400), or 429 once its address had its failures of a minute. */
@Injectable()
export class TokenRefusal {
  constructor(private readonly failures: FailedAuthThrottle) {}

  async of(
    request: Request,
    code: 'invalid_token' | 'invalid_refresh_token' | 'link_invalid',
  ): Promise<AppError> {
    const { blocked, retryAfterSeconds } = await this.failures.hit(callerAddress(request));
    if (!blocked)
      return new AppError(code, code === 'link_invalid' ? {} : { headers: { 'WWW-Authenticate': 'Bearer' } });
    return new AppError('rate_limited', {
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
}
