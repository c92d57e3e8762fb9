import { Injectable } from '@nestjs/common';
import { type AttemptLimit, AttemptLimits } from '../admission/index.js';
import { createLink, LinkMails, type OneTimeLink } from '../auth/index.js';
import { Config } from '../platform/config/index.js';
import { Database, type Queryable } from '../platform/database/index.js';
import type { Mail } from '../platform/mail/index.js';
import { createInvitationMail, INVITATION_SUBJECT } from './invitation-mail.js';
import { FIND_BY_EMAIL, type InvitationRow, type OpenInvitationRow, SET_LINK } from './invitations.sql.js';

/** Mails to one address, of all accounts. */
const INVITATION_MAILS = { name: 'invitation mails', limit: 3, windowMs: 3_600_000 } satisfies AttemptLimit;
const PAGE = '/invitations/accept';

/** An invitation has one valid link at most: for a mail, for an owner, or for the operator. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly limits: AttemptLimits,
    private readonly mails: LinkMails,
  ) {}

  get areMailed(): boolean {
    return this.mails.canSend;
  }

  /**
   * @returns null when the invitation is not open any more.
   * @param isMailed false: it is handed over in another way, so it proves no address.
   */
  async create(on: Queryable, invitationId: string, { isMailed = true } = {}): Promise<OneTimeLink | null> {
    const created = await createLink(PAGE, this.config, (hash) =>
      on.run(SET_LINK, { invitation: invitationId, hash, isMailed }),
    );
    return created?.link ?? null;
  }

  /**
   * Mails the link after the response; failures are logged. @param invitedBy the email of who invited.
   * @returns false without a mailer, and for the 4th mail to the address within an hour.
   */
  async mail({ id, email, role }: InvitationRow, invitedBy: string | null): Promise<boolean> {
    if (!this.mails.canSendAbout(INVITATION_SUBJECT)) return false;
    if ((await this.limits.count(INVITATION_MAILS, email)).retryAfterSeconds > 0) return false;
    this.mails.send(email, INVITATION_SUBJECT, async (): Promise<Mail | undefined> => {
      const link = await this.create(this.database, id);
      return link ? createInvitationMail({ to: email, role, invitedBy }, link) : undefined;
    });
    return true;
  }

  /** @param accountId null: to all accounts. */
  async find(on: Queryable, email: string, accountId: string | null): Promise<OpenInvitationRow[]> {
    return on.run(FIND_BY_EMAIL, { email, account: accountId });
  }
}
