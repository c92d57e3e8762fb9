import { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { errors } from 'jose';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import type { Config } from '../../config/index.js';
import { AppError } from '../../errors/index.js';
import type { DashboardPrincipal } from '../../http/index.js';
import { readAcceptedHeader, readBearerJwt, readUnverifiedIssuer } from './bearer.js';
import { OutsideUsers } from './outside-users.js';
import { createProviderKeys } from './provider-keys.js';
import { createStrategyName } from './strategy-name.js';

/** The recommended algorithms that the library supports. No symmetric one, because of algorithm confusion. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;
/** `typ` of access tokens. ID tokens also use 'JWT'; their audience differs. */
const TYPES = ['at+jwt', 'jwt', ''];
const CLOCK_TOLERANCE_SECONDS = 30;

/** Verifies access tokens of the operator's identity provider. The first token of an (issuer, subject) opens an account. */
export class OutsideJwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly provider: NonNullable<Config['auth']['outside']>,
    private readonly users: OutsideUsers,
  ) {
    super({
      jwtFromRequest: readBearerJwt,
      secretOrKeyProvider: createKeyProvider(provider.issuer, createProviderKeys(provider.jwksUri)),
      algorithms: [...ALGORITHMS],
      issuer: provider.issuer,
      audience: provider.audience,
      // oxlint-disable-next-line typescript/no-deprecated -- the only way to set the clock's tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
    this.name = createStrategyName('outside-jwt');
    passport.use(this);
  }

  /** @param claims of a token whose signature, issuer, audience and times are right. */
  async validate(claims: Record<string, unknown>): Promise<DashboardPrincipal | false> {
    const { sub, exp, email } = claims;
    if (typeof exp !== 'number' || typeof sub !== 'string') return false;
    return (await this.users.signIn(this.provider.issuer, sub, email)) ?? false;
  }
}

/** Rejects a token of another issuer (our own tokens, forged ones) before any key is fetched. */
function createKeyProvider(
  issuer: string,
  findKey: ReturnType<typeof createProviderKeys>,
): SecretOrKeyProvider<Request> {
  return (_request, token: string, done) => {
    if (readUnverifiedIssuer(token) !== issuer) return done(new Error('not a token of this issuer'));
    const header = readAcceptedHeader(token, TYPES);
    if (!header || !ALGORITHMS.some((known) => known === header.alg))
      return done(new Error('not an access token'));
    const [encodedHeader = '', payload = '', signature = ''] = token.split('.');
    // The library accepts a KeyObject, but its types allow only strings and buffers.
    findKey(header, { protected: encodedHeader, payload, signature }).then(
      (key) => done(null, KeyObject.from(key) as unknown as Buffer),
      (error: unknown) =>
        done(isUnknownKey(error) ? error : new AppError('service_unavailable', { cause: error })),
    );
  };
}

/** Returns whether the provider does not publish this key. Any other error means that its keys could not be fetched. */
function isUnknownKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
