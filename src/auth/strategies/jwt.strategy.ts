import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import type { DashboardPrincipal } from '../../http/index.js';
import { ACCESS_TOKEN, AccessTokens } from '../tokens/access-tokens.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import { acceptableHeader, bearerJwt } from './bearer.js';
import { ownStrategyName } from './own-strategy-name.js';

/** Clocks of our own processes that differ by this many seconds still understand each other. */
const CLOCK_TOLERANCE_SECONDS = 5;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Our own access tokens. One algorithm, one issuer, one audience, one type; then the user and the sign-in are looked
 * up, so that a logout or a change of role counts from the next request and not from the next token.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    tokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
  ) {
    super({
      jwtFromRequest: bearerJwt,
      secretOrKeyProvider: keyFor(tokens.key),
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to set the clock's tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
    this.name = ownStrategyName('jwt');
    passport.use(this);
  }

  /** @param claims of a token whose signature, issuer, audience and times are right. */
  async validate(claims: Record<string, unknown>): Promise<DashboardPrincipal | false> {
    const { sub, sid, exp } = claims;
    if (typeof exp !== 'number' || typeof sub !== 'string' || typeof sid !== 'string') return false;
    if (!UUID.test(sub) || !UUID.test(sid)) return false;
    return (await this.refreshTokens.callerOf(sub, sid)) ?? false;
  }
}

/** Refuses another `typ` before the signature is looked at; the library itself does not check it. */
function keyFor(key: Buffer): SecretOrKeyProvider<Request> {
  return (_request, token: string, done) => {
    const header = acceptableHeader(token, [ACCESS_TOKEN.type]);
    return header ? done(null, key) : done(new Error('not an access token'));
  };
}
