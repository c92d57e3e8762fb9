import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Sessions } from '../sessions/sessions.js';
import type { SessionBody } from '../sign-in/auth.dto.js';
import type { RefreshToken } from '../tokens/refresh-tokens.js';
import { SignInCookies } from '../tokens/sign-in-cookies.js';
import { TokenFailures } from '../tokens/token-failures.js';

/** The end of a request that uses a link and signs in. */
@Injectable()
export class LinkSignIn {
  constructor(
    private readonly sessions: Sessions,
    private readonly cookies: SignInCookies,
    private readonly tokenFailures: TokenFailures,
  ) {}

  /** Sets the cookies. @param token of the new sign-in; null for a link that is not valid. @throws 400; 429 after too many of these. */
  async finish(request: Request, token: RefreshToken | null): Promise<SessionBody> {
    if (!token) throw await this.tokenFailures.unauthorizedError(request, 'link_invalid');
    return this.cookies.setSignInCookies(request.res!, await this.sessions.createSession(token));
  }
}
