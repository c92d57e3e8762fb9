import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import { type DashboardPrincipal, UUID } from '../../platform/http/index.js';
import { ACCESS_TOKEN, AccessTokens } from '../tokens/access-tokens.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import { readAcceptedHeader, readBearerJwt } from './bearer.js';
import { createStrategyName } from './strategy-name.js';

/** The access token may be one of before a switch of the account that is repeated. */
export interface RepeatableRequest extends Request {
  acceptsContinued?: boolean;
}

/** Allowed difference between the clocks of our processes. */
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Verifies one algorithm, one issuer, one audience and one type. Then it reads the user and the sign-in, so that a logout or a change of
 * role takes effect with the next request, not with the next token.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    tokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
  ) {
    super({
      jwtFromRequest: readBearerJwt,
      secretOrKeyProvider: createKeyProvider(tokens.key),
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      passReqToCallback: true,
      // oxlint-disable-next-line typescript/no-deprecated -- the only way to set the clock's tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
    this.name = createStrategyName('jwt');
    passport.use(this);
  }

  /** @param claims of a token whose signature, issuer, audience and times are right. */
  async validate(
    { acceptsContinued = false }: RepeatableRequest,
    claims: Record<string, unknown>,
  ): Promise<DashboardPrincipal | false> {
    const { sub, sid, exp } = claims;
    if (typeof exp !== 'number' || typeof sub !== 'string' || typeof sid !== 'string') return false;
    if (!UUID.test(sub) || !UUID.test(sid)) return false;
    const caller = await this.refreshTokens.findCaller(sub, sid);
    if (caller || !acceptsContinued) return caller ?? false;
    return (await this.refreshTokens.findContinuedCaller(sub, sid)) ?? false;
  }
}

/** Rejects another `typ` before the signature is verified; the library does not check `typ`. */
function createKeyProvider(key: KeyObject): SecretOrKeyProvider<Request> {
  return (_request, token: string, done) => {
    const header = readAcceptedHeader(token, [ACCESS_TOKEN.type]);
    // The library accepts a KeyObject, but its types allow only strings and buffers.
    return header ? done(null, key as unknown as Buffer) : done(new Error('not an access token'));
  };
}
