import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { publicId } from '../../platform/http/index.js';
import type { SetUpDto } from '../sign-in/auth.dto.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import type { SignInCaller } from '../sign-in/sign-in-caller.js';
import { type RefreshToken, RefreshTokens } from '../tokens/refresh-tokens.js';
import { EmailVerification } from '../verification/email-verification.js';
import { SetupTokens } from './setup-tokens.js';

@Injectable()
export class FirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly tokens: SetupTokens,
    private readonly passwords: PasswordCheck,
    private readonly verification: EmailVerification,
    private readonly refreshTokens: RefreshTokens,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Creates the administrator with an account and begins a sign-in in one transaction, so a rejected request leaves the token valid. With
   * mail configured, a link that verifies the email is mailed.
   * @param source of the request; the actor is the new administrator.
   * @returns null when the token is unknown, used or expired.
   * @throws 409 `setup_completed` when there is an administrator, `email_taken`.
   */
  async create(
    { token, email, password }: SetUpDto,
    from: SignInCaller,
    source: AuditSource,
  ): Promise<RefreshToken | null> {
    // Checked before hashing, so that an invented token costs two lookups; in this order, because a use of the token ends it and makes an
    // administrator at once.
    const isValid = await this.tokens.isValid(token);
    if (await this.tokens.hasAdministrator()) throw new AppError('setup_completed');
    if (!isValid) return null;
    const passwordHash = await this.passwords.hash(password, from.signal);
    const isVerificationOffered = this.verification.isOffered;
    const signedIn = await this.database.transaction(async (tx) => {
      const outcome = await this.tokens.use(tx, token);
      if (outcome === 'done') throw new AppError('setup_completed');
      if (outcome === 'invalid') return null;
      const owner = { email, passwordHash, creditsWithVerifiedEmail: isVerificationOffered };
      const opened = await this.accounts.open(tx, { ...owner, role: 'admin' });
      if (!opened) throw new AppError('email_taken');
      const { userId, accountId } = opened;
      const target = publicId('usr', userId);
      await this.trail.record(tx, {
        ...source,
        actor: { kind: 'admin', id: target },
        accountId,
        action: 'user.created',
        target,
        after: { role: 'admin' },
      });
      return this.refreshTokens.begin(tx, userId, from);
    });
    if (signedIn && isVerificationOffered) this.verification.mailLink(signedIn.userId);
    return signedIn;
  }
}
