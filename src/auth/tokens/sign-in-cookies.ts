import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../platform/config/index.js';
import type { SessionBody } from '../sign-in/auth.dto.js';
import { BROWSER_COOKIE, BROWSER_DAYS, KnownBrowsers } from '../sign-in/known-browsers.js';
import { RequestOrigin } from './request-origin.js';

const REFRESH_COOKIE = 'offprint_refresh';

export const SETS_REFRESH_COOKIE = {
  'Set-Cookie': { description: 'The refresh token, for browsers.', schema: { type: 'string' as const } },
};
export const SETS_SIGN_IN_COOKIES = {
  'Set-Cookie': {
    description: 'The refresh token, and a second cookie that identifies this browser at later sign-ins.',
    schema: { type: 'string' as const },
  },
};

/** The body is for the client's script, the refresh token for the browser's cookies. */
export interface Session {
  body: SessionBody;
  refreshToken: string;
  expiresAt: Date;
}

/** Scripts, other sites and paths outside `/api/auth` cannot access the cookies of a sign-in. */
@Injectable()
export class SignInCookies {
  constructor(
    private readonly config: Config,
    private readonly browsers: KnownBrowsers,
    private readonly origin: RequestOrigin,
  ) {}

  /** The browser stays known after the logout. */
  setSignInCookies(response: Response, session: Session): SessionBody {
    const body = this.setRefreshToken(response, session);
    const { email } = session.body.user;
    if (email !== null) {
      const maxAge = BROWSER_DAYS * 86_400_000;
      const value = this.browsers.issue(email);
      response.cookie(BROWSER_COOKIE, value, { ...this.options(response.req), maxAge });
    }
    return body;
  }

  setRefreshToken(response: Response, session: Session): SessionBody {
    response.cookie(REFRESH_COOKIE, session.refreshToken, {
      ...this.options(response.req),
      expires: session.expiresAt,
    });
    response.setHeader('Cache-Control', 'no-store');
    return this.bodyOf(response.req, session);
  }

  readRefreshToken(request: Request): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[REFRESH_COOKIE];
  }

  /** The browser stays known. */
  clear(response: Response): void {
    response.clearCookie(REFRESH_COOKIE, this.options(response.req));
  }

  /** A page on another site gets no cookie, so its script keeps the token. */
  private bodyOf(request: Request, { body, refreshToken }: Session): SessionBody {
    return this.origin.isOnOtherSite(request) ? { ...body, refreshToken } : body;
  }

  private options(request: Request): CookieOptions {
    const secure = request.secure || (this.config.http.publicUrl?.startsWith('https://') ?? false);
    return { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure };
  }
}
