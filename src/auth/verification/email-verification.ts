/** Mails are sent after the response, as those of `ForgottenPasswords`. */
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { AttemptLimits } from '../../admission/index.js';
import type { AuditSource } from '../../audit/index.js';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import type { Mail } from '../../platform/mail/index.js';
import { LinkMails } from '../links/link-mails.js';
import type { VerifyEmailDto } from '../sign-in/auth.dto.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import type { SignInCaller } from '../sign-in/sign-in-caller.js';
import { VERIFICATION_MAILS, VERIFICATION_REQUESTS } from '../sign-in/sign-in-limits.js';
import { tooManyAttemptsError } from '../sign-in/too-many-attempts.js';
import { VerificationLinks } from './verification-links.js';
import type { VerificationLinkRow } from './verification-links.sql.js';
import { createVerificationMail, VERIFICATION_SUBJECT } from './verification-mail.js';

@Injectable()
export class EmailVerification {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: VerificationLinks,
    private readonly limits: AttemptLimits,
    private readonly mails: LinkMails,
    private readonly passwords: PasswordCheck,
  ) {}

  /** Without it the sign-up credits of new users wait for nothing. */
  get isOffered(): boolean {
    return this.mails.canSend;
  }

  /** @throws 429 for the 11th request of a user within a minute. */
  async count(userId: string): Promise<void> {
    const { retryAfterSeconds } = await this.limits.count(VERIFICATION_REQUESTS, userId);
    if (retryAfterSeconds > 0) throw tooManyAttemptsError(retryAfterSeconds);
  }

  /** Does nothing for a verified email. Returns at once; failures are logged. */
  mailLink(userId: string): void {
    this.mails.send(userId, VERIFICATION_SUBJECT, () => this.createMail(userId));
  }

  /**
   * Verifies the email of the link's user and grants the sign-up credits that wait for it. The mail alone is not enough: it may have gone
   * to a person whose address another one has registered.
   * @param userId who is signed in, or null.
   * @returns false when the link is unknown, used, replaced or expired.
   * @throws 401 `invalid_credentials` unless its user is signed in or the password is right; the link stays valid. 429.
   */
  async verify(
    { token, password }: VerifyEmailDto,
    userId: string | null,
    from: SignInCaller,
    source: AuditSource,
  ): Promise<boolean> {
    const link = await this.links.find(token);
    if (!link) return false;
    if (userId !== link.user_id) await this.requirePassword(link, password, from);
    return this.database.change(link.user_id, async (tx) => {
      const verifiedId = await this.links.consume(tx, token);
      if (verifiedId === null) return false;
      await this.accounts.verifyEmail(tx, verifiedId, source);
      return true;
    });
  }

  private async requirePassword(
    { user_id: userId, email }: VerificationLinkRow,
    password: string | undefined,
    from: SignInCaller,
  ): Promise<void> {
    if (password === undefined)
      throw new AppError('invalid_credentials', {
        message: 'This link counts with the password of its user, or while that user is signed in.',
      });
    if ((await this.passwords.findUser({ email, password }, from))?.userId !== userId)
      throw new AppError('invalid_credentials', { message: 'The password is wrong.' });
  }

  /** @returns undefined without an unverified email, after too many mails, and without a mailer. */
  private async createMail(userId: string): Promise<Mail | undefined> {
    const user = await this.accounts.findUser(userId);
    if (!user?.email || user.emailVerifiedAt !== null) return undefined;
    if (!this.mails.canSendAbout(VERIFICATION_SUBJECT)) return undefined;
    if ((await this.limits.count(VERIFICATION_MAILS, userId)).retryAfterSeconds > 0) return undefined;
    return createVerificationMail(user.email, await this.links.create(this.database, userId, user.email));
  }
}
