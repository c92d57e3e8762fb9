import { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import { isEmail } from 'class-validator';
import type { Request } from 'express';
import { errors } from 'jose';
import passport from 'passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';
import { AccountsService } from '../../accounts/index.js';
import type { Config } from '../../config/index.js';
import { Database } from '../../database/index.js';
import { AppError } from '../../errors/index.js';
import { type DashboardPrincipal, isStorableText } from '../../http/index.js';
import { acceptableHeader, bearerJwt, claimedIssuer } from './bearer.js';
import { ownStrategyName } from './own-strategy-name.js';
import { providerKeys } from './provider-keys.js';

/** What the verifying library supports among today's recommended ones; never a symmetric one (algorithm confusion). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;
/** Access tokens by their name, or by none; an ID token's `typ` is 'JWT' as well, which its audience tells apart. */
const TYPES = ['at+jwt', 'jwt', ''];
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_SUBJECT = 255;

/**
 * Access tokens of the operator's identity provider. Whoever it names by (issuer, subject) gets an account at first
 * sight. The email it tells us is kept to be shown and never used to find anybody: providers let people claim emails.
 */
export class OutsideJwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly provider: NonNullable<Config['auth']['outside']>,
    private readonly accounts: AccountsService,
    private readonly database: Database,
  ) {
    super({
      jwtFromRequest: bearerJwt,
      secretOrKeyProvider: keyFrom(provider.issuer, providerKeys(provider.jwksUri)),
      algorithms: [...ALGORITHMS],
      issuer: provider.issuer,
      audience: provider.audience,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to set the clock's tolerance
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
    });
    this.name = ownStrategyName('outside-jwt');
    passport.use(this);
  }

  /** @param claims of a token whose signature, issuer, audience and times are right. */
  async validate(claims: Record<string, unknown>): Promise<DashboardPrincipal | false> {
    const { sub, exp, email } = claims;
    if (typeof exp !== 'number' || typeof sub !== 'string') return false;
    if (sub === '' || sub.length > MAX_SUBJECT || !isStorableText(sub)) return false;
    const user =
      (await this.accounts.findUserBySubject(this.provider.issuer, sub)) ??
      (await this.openAccount(sub, keepableEmail(email)));
    if (!user) return false;
    return { kind: 'dashboard', userId: user.id, accountId: user.accountId, role: user.role, familyId: null };
  }

  /** Several first requests at once: one makes the account, the others find it. */
  private async openAccount(subject: string, email: string | null) {
    const { issuer } = this.provider;
    await this.database.transaction((tx) => this.accounts.open(tx, { issuer, subject, email }));
    return this.accounts.findUserBySubject(issuer, subject);
  }
}

/** Refuses a token that claims another issuer before any key is fetched: our own tokens, and invented ones. */
function keyFrom(issuer: string, findKey: ReturnType<typeof providerKeys>): SecretOrKeyProvider<Request> {
  return (_request, token: string, done) => {
    if (claimedIssuer(token) !== issuer) return done(new Error('not a token of this issuer'));
    const header = acceptableHeader(token, TYPES);
    if (!header || !ALGORITHMS.some((known) => known === header.alg))
      return done(new Error('not an access token'));
    const [encodedHeader = '', payload = '', signature = ''] = token.split('.');
    // The library takes a KeyObject; its types only know text and bytes.
    findKey(header, { protected: encodedHeader, payload, signature }).then(
      (key) => done(null, KeyObject.from(key) as unknown as Buffer),
      (error: unknown) =>
        done(isForeignKey(error) ? error : new AppError('service_unavailable', { cause: error })),
    );
  };
}

/** The provider answered, and this token's key is none of its own; anything else means that it could not be asked. */
function isForeignKey(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function keepableEmail(claim: unknown): string | null {
  if (typeof claim !== 'string' || !isStorableText(claim)) return null;
  const email = claim.trim().toLowerCase();
  return email.length <= 254 && isEmail(email) ? email : null;
}
