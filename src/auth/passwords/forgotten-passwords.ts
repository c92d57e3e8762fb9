/** The response is sent before the email is looked up: it is the same for every email and takes equally long. */
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/index.js';
import { AttemptLimits } from '../../admission/index.js';
import { Database } from '../../platform/database/index.js';
import type { Mail } from '../../platform/mail/index.js';
import { LinkMails } from '../links/link-mails.js';
import { pairOf } from '../sign-in/sign-in-failures.js';
import { FORGOTTEN_PASSWORDS, RESET_MAILS } from '../sign-in/sign-in-limits.js';
import { tooManyAttemptsError } from '../sign-in/too-many-attempts.js';
import { OneTimeLinks } from './one-time-links.js';
import { createResetMail, RESET_SUBJECT } from './reset-mail.js';

@Injectable()
export class ForgottenPasswords {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly links: OneTimeLinks,
    private readonly limits: AttemptLimits,
    private readonly mails: LinkMails,
  ) {}

  /** @throws 429 for the 11th request within a minute of one address for one email, known or not. */
  async count(email: string, address: string): Promise<void> {
    const { retryAfterSeconds } = await this.limits.count(FORGOTTEN_PASSWORDS, pairOf(email, address));
    if (retryAfterSeconds > 0) throw tooManyAttemptsError(retryAfterSeconds);
  }

  /** Returns at once; failures are logged. */
  mailLink(email: string): void {
    this.mails.send(email, RESET_SUBJECT, () => this.createMail(email));
  }

  /** @returns undefined for an unknown email, after too many mails, and without a mailer. */
  private async createMail(email: string): Promise<Mail | undefined> {
    const user = await this.accounts.findUserByEmail(email);
    if (!user?.email) return undefined;
    if ((await this.limits.count(RESET_MAILS, user.id)).retryAfterSeconds > 0) return undefined;
    // A new link replaces the user's earlier ones: without a mail it would only take away a link of the operator.
    if (!this.mails.canSendAbout(RESET_SUBJECT)) return undefined;
    const link = await this.database.transaction((tx) => this.links.create(tx, user.id, 'reset'));
    return createResetMail(user.email, link, {
      isFirstProof: user.emailVerifiedAt === null && link.purpose === 'reset',
    });
  }
}
