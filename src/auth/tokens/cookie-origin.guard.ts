import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { RequestOrigin } from './request-origin.js';
import { SignInCookies } from './sign-in-cookies.js';

/** Rejects requests that bring the refresh token's cookie from a page of a foreign origin. */
@Injectable()
export class CookieOriginGuard implements CanActivate {
  constructor(
    private readonly cookies: SignInCookies,
    private readonly origin: RequestOrigin,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isRefused = this.cookies.readRefreshToken(request) !== undefined && this.origin.isForeign(request);
    if (!isRefused) return true;
    throw new AppError('forbidden', {
      message: 'A page of this origin may not use the cookie of a sign-in.',
    });
  }
}
