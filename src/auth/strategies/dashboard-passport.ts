import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import passport from 'passport';
import { AppError } from '../../errors/index.js';
import type { DashboardPrincipal } from '../../http/index.js';
import { bearerJwt, claimedIssuer } from './bearer.js';
import { JwtStrategy, LOCAL_JWT } from './jwt.strategy.js';
import { OUTSIDE_JWT, OutsideJwtStrategy } from './outside-jwt.strategy.js';

/**
 * Asks Passport who a dashboard token stands for. It has strategies of its own, not those of Passport's global
 * instance, so that two applications in one process do not accept each other's tokens.
 */
@Injectable()
export class DashboardPassport {
  private readonly passport = new passport.Passport();

  /** @param outsideIssuer whose tokens `outside` checks; null when no provider is configured. */
  constructor(
    local: JwtStrategy,
    outside: OutsideJwtStrategy | null,
    private readonly outsideIssuer: string | null,
  ) {
    this.passport.use(LOCAL_JWT, local);
    if (outside) this.passport.use(OUTSIDE_JWT, outside);
  }

  /** @returns null for every token that is not good. @throws when it could not be found out (database, provider). */
  async identify(request: Request): Promise<DashboardPrincipal | null> {
    const token = bearerJwt(request);
    if (token === null) return null;
    const isOutside = this.outsideIssuer !== null && claimedIssuer(token) === this.outsideIssuer;
    return this.ask(isOutside ? OUTSIDE_JWT : LOCAL_JWT, request);
  }

  private ask(strategy: string, request: Request): Promise<DashboardPrincipal | null> {
    return new Promise((resolve, reject) => {
      const conclude = (error: unknown, principal?: DashboardPrincipal | false, info?: unknown) => {
        // A strategy reports what it could not find out as one more reason to refuse; it is not the token's fault.
        if (error || info instanceof AppError) return reject((error ?? info) as Error);
        resolve(principal || null);
      };
      const middleware = this.passport.authenticate(strategy, { session: false }, conclude) as (
        request: Request,
        response: Response | undefined,
        next: (error?: unknown) => void,
      ) => void;
      middleware(request, request.res, (error) => reject(error as Error));
    });
  }
}
