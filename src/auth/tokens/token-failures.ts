import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type CredentialKind, FailedAuthThrottle, messageOfRejected } from '../../admission/index.js';
import { AppError } from '../../platform/errors/index.js';

@Injectable()
export class TokenFailures {
  constructor(private readonly throttle: FailedAuthThrottle) {}

  /**
   * Returns 401 (400 for a link), or 429 when the address had 600 failures within a minute.
   * @param options `takes` is what the route takes, for the message of `invalid_token`.
   */
  async unauthorizedError(
    request: Request,
    code: 'invalid_token' | 'invalid_refresh_token' | 'link_invalid',
    { takes = ['access token'] }: { takes?: [CredentialKind, ...CredentialKind[]] } = {},
  ): Promise<AppError> {
    return this.throttle.unauthorizedError(
      request,
      () =>
        new AppError(code, {
          ...(code === 'invalid_token' ? { message: messageOfRejected(request, ...takes) } : {}),
          ...(code === 'link_invalid' ? {} : { headers: { 'WWW-Authenticate': 'Bearer' } }),
        }),
    );
  }
}
