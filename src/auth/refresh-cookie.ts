import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../config/index.js';
import type { SessionBody } from './auth.dto.js';

export const REFRESH_COOKIE = 'offprint_refresh';

/** What a sign-in gives: the body for the caller's program, the refresh token for the browser's cookie jar. */
export interface Session {
  body: SessionBody;
  refreshToken: string;
  expiresAt: Date;
}

/** The refresh token's cookie: out of reach of scripts, of other sites, and of every path but sign-in's own. */
@Injectable()
export class RefreshCookie {
  constructor(private readonly config: Config) {}

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
