import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../config/index.js';
import type { SessionBody } from '../sign-in/auth.dto.js';
import { BROWSER_COOKIE, BROWSER_DAYS, KnownBrowsers } from '../sign-in/known-browsers.js';

const REFRESH_COOKIE = 'offprint_refresh';

export const GIVES_COOKIE = {
  'Set-Cookie': { description: 'The refresh token, for browsers.', schema: { type: 'string' as const } },
};
export const GIVES_COOKIES = {
  'Set-Cookie': {
    description: 'The refresh token; and a second one by which this browser is known from now on.',
    schema: { type: 'string' as const },
  },
};

/** What a sign-in gives: the body for the caller's program, the refresh token for the browser's cookie jar. */
export interface Session {
  body: SessionBody;
  refreshToken: string;
  expiresAt: Date;
}

/** The cookies of a sign-in, the refresh token's and the known browser's: out of reach of scripts, of other sites, and of every path but sign-in's own. */
@Injectable()
export class RefreshCookie {
  constructor(
    private readonly config: Config,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** After a sign-in: the browser is known from then on, also when it signs out. */
  welcome(response: Response, session: Session): SessionBody {
    this.give(response, session);
    const { email } = session.body.user;
    if (email !== null) {
      const maxAge = BROWSER_DAYS * 86_400_000;
      const value = this.browsers.issue(email);
      response.cookie(BROWSER_COOKIE, value, { ...this.options(response.req), maxAge });
    }
    return session.body;
  }

  give(response: Response, session: Session): SessionBody {
    response.cookie(REFRESH_COOKIE, session.refreshToken, {
      ...this.options(response.req),
      expires: session.expiresAt,
    });
    response.setHeader('Cache-Control', 'no-store');
    return session.body;
  }

  read(request: Request): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[REFRESH_COOKIE];
  }

  clear(response: Response): void {
    response.clearCookie(REFRESH_COOKIE, this.options(response.req));
  }

  private options(request: Request): CookieOptions {
    const secure = request.secure || (this.config.http.publicUrl?.startsWith('https://') ?? false);
    return { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure };
  }
}
