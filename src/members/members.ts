import { Injectable } from '@nestjs/common';
import { type Member, Memberships } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { RefreshTokens } from '../auth/index.js';
import { Database, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  type AccountRole,
  type DashboardPrincipal,
  parsePublicId,
  publicId,
  requirePublicId,
} from '../platform/http/index.js';
import { type InvitationRow, LIST_INVITATIONS, WITHDRAW_OF } from './invitations.sql.js';
import { requireAnotherOwner, requireRank } from './member-rules.js';
import type { InvitationRecord, MemberBody, MemberListBody, MemberRecord } from './members.dto.js';

/** Changes lock the members, so the second of two is judged by the result of the first: an account never loses its last owner. */
@Injectable()
export class Members {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly refreshTokens: RefreshTokens,
    private readonly trail: AuditTrail,
  ) {}

  async list(accountId: string): Promise<MemberListBody> {
    const members = await this.memberships.list(accountId);
    const invitations = await this.database.run(LIST_INVITATIONS, { account: accountId });
    return { success: true, items: members.map(showMember), invitations: invitations.map(showInvitation) };
  }

  /** @throws 403, 404, 409 `last_owner`. */
  async setRole(
    { accountId, userId: actorId }: DashboardPrincipal,
    member: string,
    role: AccountRole,
    source: AuditSource,
  ): Promise<MemberBody> {
    return this.database.change(accountId, async (tx) => {
      const members = await this.memberships.lock(tx, accountId);
      const target = memberOf(members, member);
      requireRank(actorOf(members, actorId), target.role, role);
      if (role !== 'owner') requireAnotherOwner(members, target);
      if (role !== target.role) await this.changeRole(tx, accountId, target, role, source);
      return { success: true, ...showMember({ ...target, role }) };
    });
  }

  /**
   * Removes a member, or lets the caller leave. The sign-ins of that user in this account and the invitations that it has sent end; keys
   * stay, because they belong to the account. @throws 403, 404, 409 `last_owner`.
   */
  async remove(
    { accountId, userId: actorId }: DashboardPrincipal,
    member: string,
    source: AuditSource,
  ): Promise<void> {
    const userId = requirePublicId('usr', member, 'member_not_found');
    await this.database.change(accountId, async (tx) => {
      await this.memberships.lockUser(tx, userId);
      const members = await this.memberships.lock(tx, accountId);
      const target = memberOf(members, member);
      if (userId !== actorId) requireRank(actorOf(members, actorId), target.role);
      requireAnotherOwner(members, target);
      await tx.run(WITHDRAW_OF, { account: accountId, user: userId });
      await this.refreshTokens.endInAccount(tx, userId, accountId);
      await this.memberships.remove(tx, accountId, userId);
      const action = userId === actorId ? 'member.left' : 'member.removed';
      const before = { role: target.role };
      await this.trail.record(tx, { ...source, accountId, action, target: member, before });
    });
  }

  /** Withdraws the invitations of the member too, because they were given by the role of before. */
  private async changeRole(
    tx: Transaction,
    accountId: string,
    target: Member,
    role: AccountRole,
    source: AuditSource,
  ): Promise<void> {
    await this.memberships.setRole(tx, accountId, target.user_id, role);
    if (role !== 'owner') await tx.run(WITHDRAW_OF, { account: accountId, user: target.user_id });
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: 'member.role_changed',
      target: publicId('usr', target.user_id),
      before: { role: target.role },
      after: { role },
    });
  }
}

export function showInvitation({ id, email, role, expires_at: at }: InvitationRow): InvitationRecord {
  return { id: publicId('inv', id), email, role, expiresAt: at.toISOString() };
}

function showMember({ user_id: id, email, role, since }: Member): MemberRecord {
  return { userId: publicId('usr', id), email, role, since: since.toISOString() };
}

export const actorOf = (members: readonly Member[], userId: string) =>
  members.find(({ user_id: id }) => id === userId);

/** @throws 404. */
function memberOf(members: readonly Member[], publicUserId: string): Member {
  const member = actorOf(members, parsePublicId('usr', publicUserId) ?? '');
  if (!member) throw new AppError('member_not_found');
  return member;
}
