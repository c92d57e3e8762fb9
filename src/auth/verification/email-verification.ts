/** Verifies the emails of users with links that it mails. Mails are sent after the response, as those of `ForgottenPasswords`. */
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { AttemptLimits } from '../../admission/index.js';
import type { AuditSource } from '../../audit/index.js';
import { Database } from '../../database/index.js';
import type { Mail } from '../../mail/index.js';
import { LinkMails } from '../links/link-mails.js';
import { VERIFICATION_MAILS, VERIFICATION_REQUESTS } from '../sign-in/sign-in-limits.js';
import { tooManyAttemptsError } from '../sign-in/too-many-attempts.js';
import { VerificationLinks } from './verification-links.js';
import { createVerificationMail, VERIFICATION_SUBJECT } from './verification-mail.js';

@Injectable()
export class EmailVerification {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: VerificationLinks,
    private readonly limits: AttemptLimits,
    private readonly mails: LinkMails,
  ) {}

  /** Whether new users get a link by mail. Without it their sign-up credits wait for nothing. */
  get isOffered(): boolean {
    return this.mails.canSend;
  }

  /** Counts a request for a mail. @throws 429 for the 11th of a user within a minute. */
  async count(userId: string): Promise<void> {
    const { retryAfterSeconds } = await this.limits.count(VERIFICATION_REQUESTS, userId);
    if (retryAfterSeconds > 0) throw tooManyAttemptsError(retryAfterSeconds);
  }

  /** Mails a link to the user, unless the email is verified. Returns at once; failures are logged. */
  mailLink(userId: string): void {
    this.mails.send(userId, VERIFICATION_SUBJECT, () => this.createMail(userId));
  }

  /**
   * Verifies the email of the link's user and grants the sign-up credits that wait for it.
   * @returns false when the link is unknown, used, replaced or expired.
   */
  async verify(token: string, source: AuditSource): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const userId = await this.links.consume(tx, token);
      if (userId === null) return false;
      await this.accounts.verifyEmail(tx, userId, source);
      return true;
    });
  }

  /** Creates a link and its mail. @returns undefined without an unverified email, after too many mails, and without a mailer. */
  private async createMail(userId: string): Promise<Mail | undefined> {
    const user = await this.accounts.findUser(userId);
    if (!user?.email || user.emailVerifiedAt !== null) return undefined;
    if (!this.mails.canSend) {
      this.mails.logNotSent(VERIFICATION_SUBJECT);
      return undefined;
    }
    if ((await this.limits.count(VERIFICATION_MAILS, userId)).retryAfterSeconds > 0) return undefined;
    return createVerificationMail(user.email, await this.links.create(this.database, userId, user.email));
  }
}
