import { Injectable } from '@nestjs/common';
import { HOLD_ACCOUNT, Memberships } from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { END_KEYS_OF_ACCOUNT } from '../../keys/index.js';
import type { Transaction } from '../../platform/database/index.js';
import { publicId } from '../../platform/http/index.js';
import { RefreshTokens } from '../tokens/refresh-tokens.js';
import {
  CLOSE_ORDERS,
  COUNT_CHANGE,
  EXPIRE_UPLOADS,
  FIND_OPENED,
  LOCK_USERS,
  REMOVE_ALERT,
  REMOVE_INVITATIONS,
  REMOVE_LIMITS,
} from './first-proof.sql.js';

/**
 * Anyone can register an address. When the person who receives its mails resets the password and the address was never proved before,
 * everything made in the account may be another person's: all of it ends.
 */
@Injectable()
export class FirstProof {
  constructor(
    private readonly memberships: Memberships,
    private readonly refreshTokens: RefreshTokens,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Ends keys, other members, invitations, spend limits, alerts, uploads and open orders of the accounts that the user opened. Credits,
   * payments and predictions stay. Has no effect when the email is proved already. The caller ends the user's sign-ins in the same
   * transaction, so that what they are making is committed before the account is locked, or refused (`AuditTrail`).
   */
  async endEarlier(tx: Transaction, userId: string, source: AuditSource): Promise<void> {
    const opened = (await tx.run(FIND_OPENED, { user: userId })).map((row) => row.account_id);
    const users = await tx.run(LOCK_USERS, { user: userId, accounts: opened });
    if (!users.some((user) => user.is_unproved)) return;
    // Runs first, so that an invitation that is being accepted has made a member, or makes none.
    await tx.run(REMOVE_INVITATIONS, { user: userId, accounts: opened });
    for (const accountId of opened) {
      const members = await this.memberships.lock(tx, accountId);
      const others = members.map(({ user_id: id }) => id).filter((id) => id !== userId);
      const isOwner = members.some(({ user_id: id, role }) => id === userId && role === 'owner');
      if (isOwner) await this.endIn(tx, accountId, others, source);
    }
  }

  private async endIn(
    tx: Transaction,
    accountId: string,
    otherMembers: string[],
    source: AuditSource,
  ): Promise<void> {
    const account = { account: accountId };
    await tx.run(COUNT_CHANGE, account);
    await tx.run(HOLD_ACCOUNT, account);
    const count = async (ending: typeof END_KEYS_OF_ACCOUNT) => (await tx.run(ending, account)).length;
    const after = {
      keys: await count(END_KEYS_OF_ACCOUNT),
      members: otherMembers.length,
      spendLimits: await count(REMOVE_LIMITS),
      alerts: await count(REMOVE_ALERT),
      uploads: await count(EXPIRE_UPLOADS),
      orders: await count(CLOSE_ORDERS),
    };
    for (const member of otherMembers) {
      await this.refreshTokens.endInAccount(tx, member, accountId);
      await this.memberships.remove(tx, accountId, member);
    }
    const target = publicId('acc', accountId);
    await this.trail.record(tx, { ...source, accountId, action: 'account.earlier_ended', target, after });
  }
}
