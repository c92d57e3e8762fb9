import { Injectable } from '@nestjs/common';
import { AccountsService, type Member, Memberships } from '../accounts/index.js';
import { type AttemptLimit, AttemptLimits } from '../admission/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { tooManyAttemptsError } from '../auth/index.js';
import { Database, newId, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { type DashboardPrincipal, publicId, requirePublicId } from '../platform/http/index.js';
import { InvitationLinks } from './invitation-links.js';
import { FIND_INVITATION, INVITE, LIST_INVITATIONS, REMOVE_EXPIRED, WITHDRAW } from './invitations.sql.js';
import { requireRank } from './member-rules.js';
import type { InvitationBody, InviteDto } from './members.dto.js';
import { actorOf, showInvitation } from './members.js';

const VALID_HOURS = 7 * 24;
/** Members and open invitations of an account. */
const MAX_MEMBERS = 100;
/** Each invitation may send a mail to an address that the account chooses. */
const INVITATIONS = { name: 'invitations', limit: 30, windowMs: 3_600_000 } satisfies AttemptLimit;

@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly memberships: Memberships,
    private readonly limits: AttemptLimits,
    private readonly links: InvitationLinks,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Mails the link; without a mailer an owner gets it instead. An open invitation of the email is replaced.
   * @throws 403, also when mails are sent and the caller has not verified the email, which they begin with; 409 `already_member` or
   * `member_limit_reached`, 429.
   */
  async create(
    { accountId, userId }: DashboardPrincipal,
    invited: InviteDto,
    source: AuditSource,
  ): Promise<InvitationBody> {
    const { retryAfterSeconds } = await this.limits.count(INVITATIONS, accountId);
    if (retryAfterSeconds > 0) throw tooManyAttemptsError(retryAfterSeconds);
    const isUnverified = this.links.areMailed && (await this.isUnverified(userId));
    const { row, actor, link } = await this.database.change(accountId, async (tx) => {
      const members = await this.memberships.lock(tx, accountId);
      const by = actorOf(members, userId);
      await this.requireRoom(tx, accountId, { by, invited, isUnverified });
      const { email, role } = invited;
      const values = { id: newId(), account: accountId, email, role, user: userId, hours: VALID_HOURS };
      const [created] = await tx.run(INVITE, values);
      const change = { accountId, action: 'invitation.created', target: publicId('inv', created!.id) };
      await this.trail.record(tx, { ...source, ...change, after: { role } });
      const isHandedOver = !this.links.areMailed && by!.role === 'owner';
      const handed = isHandedOver ? await this.links.create(tx, created!.id, { isMailed: false }) : null;
      return { row: created!, actor: by!, link: handed };
    });
    const mailed = await this.links.mail(row, actor.email);
    return { success: true, ...showInvitation(row), mailed, ...(link ? { url: link.url } : {}) };
  }

  /** @throws 403, 404. */
  async withdraw(
    { accountId, userId }: DashboardPrincipal,
    invitation: string,
    source: AuditSource,
  ): Promise<void> {
    await this.database.change(accountId, async (tx) => {
      const members = await this.memberships.lock(tx, accountId);
      const id = requirePublicId('inv', invitation, 'invitation_not_found');
      const [found] = await tx.run(FIND_INVITATION, { account: accountId, invitation: id });
      if (!found) throw new AppError('invitation_not_found');
      requireRank(actorOf(members, userId), found.role);
      await tx.run(WITHDRAW, { account: accountId, invitation: id });
      const change = { accountId, action: 'invitation.withdrawn', target: invitation };
      await this.trail.record(tx, { ...source, ...change, before: { role: found.role } });
    });
  }

  /** A mail names who invites by the email: an unverified one could be any text. */
  private async isUnverified(userId: string): Promise<boolean> {
    const user = await this.accounts.findUser(userId);
    return user !== null && user.email !== null && user.emailVerifiedAt === null;
  }

  /** Checks the caller's rank, also over an invitation that is replaced, the email of the caller, and that there is room. */
  private async requireRoom(
    tx: Transaction,
    accountId: string,
    { by, invited, isUnverified }: { by: Member | undefined; invited: InviteDto; isUnverified: boolean },
  ): Promise<void> {
    await tx.run(REMOVE_EXPIRED, { account: accountId });
    const open = await tx.run(LIST_INVITATIONS, { account: accountId });
    const replaced = open.filter(({ email }) => email === invited.email);
    requireRank(by, invited.role, ...replaced.map(({ role }) => role));
    if (isUnverified) throw new AppError('email_not_verified');
    // Runs after the invitations are read: a user who accepts one meanwhile counts twice, and is never missed.
    const members = await this.memberships.lock(tx, accountId);
    if (members.some(({ email }) => email === invited.email)) throw new AppError('already_member');
    if (replaced.length === 0 && members.length + open.length >= MAX_MEMBERS)
      throw new AppError('member_limit_reached');
  }
}
