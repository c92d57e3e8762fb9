/** Users whom an operator creates: they set their first password with a link that is mailed to them. */
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { LinkMails } from '../links/link-mails.js';
import { createInvitationMail, INVITATION_SUBJECT } from './invitation-mail.js';
import { OneTimeLinks } from './one-time-links.js';
import { unknownPasswordHash } from './passwords.js';

@Injectable()
export class PasswordInvitations {
  constructor(
    private readonly database: Database,
    private readonly links: OneTimeLinks,
    private readonly mails: LinkMails,
  ) {}

  /**
   * Returns a hash of 122 random bits that were never given out. No password matches it, and checking one takes as long as for any other
   * user. Costs nothing after the first call.
   */
  passwordHash(): Promise<string> {
    return unknownPasswordHash();
  }

  /** Call it after the commit. Returns at once; failures and a missing mailer are logged: `offprint users reset` prints a link. */
  mailLink(userId: string, email: string): void {
    if (!this.mails.canSendAbout(INVITATION_SUBJECT)) return;
    this.mails.send(email, INVITATION_SUBJECT, async () => {
      const link = await this.database.transaction((tx) => this.links.create(tx, userId, 'invitation'));
      return createInvitationMail(email, link);
    });
  }
}
