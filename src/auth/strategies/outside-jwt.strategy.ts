import { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { errors } from 'jose';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import type { Config } from '../../platform/config/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { DashboardPrincipal } from '../../platform/http/index.js';
import { ACCESS_TOKEN } from '../tokens/access-tokens.js';
import { readAcceptedHeader, readBearerJwt, readUnverifiedIssuer } from './bearer.js';
import { OutsideRejections, shown } from './outside-rejections.js';
import { OutsideUsers } from './outside-users.js';
import { createProviderKeys } from './provider-keys.js';
import { createStrategyName } from './strategy-name.js';

/** These are the asymmetric algorithms that the library verifies; a symmetric one would allow algorithm confusion. */
const ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512'] as const),
  ...(['PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512'] as const),
];
/** ID tokens also use 'JWT'; `isIdToken` tells them apart. */
const TYPES = ['at+jwt', 'jwt', ''];
const CLOCK_TOLERANCE_SECONDS = 30;

/** The library rejects a token with these errors: expired, of another audience, with a wrong signature. */
const LIBRARY_ERRORS = ['JsonWebTokenError', 'TokenExpiredError', 'NotBeforeError'];

type Outside = NonNullable<Config['auth']['outside']>;

/** The first token of an (issuer, subject) opens an account. */
export class OutsideJwtStrategy extends PassportStrategy(Strategy) {
  private readonly rejections: OutsideRejections;

  constructor(
    private readonly provider: Outside,
    private readonly users: OutsideUsers,
  ) {
    const rejections = new OutsideRejections();
    super({
      jwtFromRequest: readBearerJwt,
      secretOrKeyProvider: createKeyProvider(provider, createProviderKeys(provider.jwksUri), rejections),
      algorithms: [...ALGORITHMS],
      issuer: provider.issuer,
      audience: provider.audience,
      passReqToCallback: true,
      // oxlint-disable-next-line typescript/no-deprecated -- the only way to set the clock's tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
    this.rejections = rejections;
    this.name = createStrategyName('outside-jwt');
    passport.use(this);
  }

  /** Passport calls it on a copy of the strategy per request, whose `fail` it has set. */
  override authenticate(request: Request, options?: object): void {
    const fail = this.fail.bind(this) as (reason: unknown, status?: number) => void;
    this.fail = (reason: unknown, status?: number) => {
      if (reason instanceof Error && LIBRARY_ERRORS.includes(reason.name))
        this.rejections.log(reason.message, reason.message);
      fail(reason, status);
    };
    super.authenticate(request, options);
  }

  /** @param claims of a token whose signature, issuer, audience and times are right. */
  async validate(request: Request, claims: Record<string, unknown>): Promise<DashboardPrincipal | false> {
    const { sub, exp, email } = claims;
    const subject = typeof sub === 'number' && Number.isSafeInteger(sub) ? String(sub) : sub;
    if (typeof exp !== 'number' || typeof subject !== 'string') {
      this.rejections.log('claims', `exp is ${shown(exp)} and sub is ${shown(sub)}: both are needed`);
      return false;
    }
    if (isIdToken(readAcceptedHeader(readBearerJwt(request) ?? '', TYPES)?.typ, claims)) {
      this.rejections.log('id token', 'it is an ID token or another token that is no access token');
      return false;
    }
    const caller = await this.users.signIn(this.provider.issuer, subject, email);
    if (!caller) this.rejections.log('claims', `sub is ${shown(sub)}: 1 to 255 characters are needed`);
    return caller ?? false;
  }
}

/** An ID token tells a client who signed in and opens no API. Some providers use one `typ` and one audience for both. */
function isIdToken(typ: unknown, claims: Record<string, unknown>): boolean {
  const { token_use: use, typ: kind } = claims;
  if (typeof use === 'string') return use !== 'access';
  if (typeof kind === 'string' && /^(id|refresh|offline|logout)$/i.test(kind)) return true;
  if ('at_hash' in claims || 'c_hash' in claims) return true;
  const isAccessToken =
    (typeof typ === 'string' && typ.toLowerCase().endsWith('at+jwt')) ||
    (typeof kind === 'string' && kind.toLowerCase() === 'bearer') ||
    'scope' in claims ||
    'scp' in claims;
  return 'nonce' in claims && !isAccessToken;
}

/** Rejects a token of another issuer (our own tokens, forged ones) before any key is fetched. */
function createKeyProvider(
  { issuer }: Outside,
  findKey: ReturnType<typeof createProviderKeys>,
  rejections: OutsideRejections,
): SecretOrKeyProvider<Request> {
  return (_request, token: string, done) => {
    const reject = (why: string, detail: string) => {
      rejections.log(why, detail);
      done(new Error(detail));
    };
    const claimed = readUnverifiedIssuer(token);
    if (claimed === ACCESS_TOKEN.issuer) return done(new Error('one of our own tokens'));
    if (claimed !== issuer)
      return reject(
        'issuer',
        `iss is ${shown(claimed)}, AUTH_ISSUER is ${shown(issuer)}: both must be equal`,
      );
    const header = readAcceptedHeader(token, TYPES);
    if (!header) return reject('type', 'its header has crit, or a typ that is neither JWT nor at+jwt');
    if (!ALGORITHMS.some((known) => known === header.alg))
      return reject('algorithm', `alg is ${shown(header.alg)}, which is not one of ${ALGORITHMS.join(', ')}`);
    const [encodedHeader = '', payload = '', signature = ''] = token.split('.');
    // The library accepts a KeyObject, but its types allow only strings and buffers.
    findKey(header, { protected: encodedHeader, payload, signature }).then(
      (key) => done(null, KeyObject.from(key) as unknown as Buffer),
      (error: unknown) => {
        if (isUnknownKey(error)) return reject('key', `no published key fits kid ${shown(header.kid)}`);
        return done(new AppError('service_unavailable', { cause: error }));
      },
    );
  };
}

/** Any other error means that the provider's keys could not be fetched. */
function isUnknownKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
