import { Injectable } from '@nestjs/common';
import {
  CLOSE_USER,
  HAS_OTHER_ACCOUNT,
  HOLD_ACCOUNT,
  LOCK_USERS,
  Memberships,
} from '../../accounts/index.js';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { PasswordCheck, RefreshTokens, type SignInCaller } from '../../auth/index.js';
import { FIND_SUBSCRIBED, Subscriptions } from '../../billing/index.js';
import { IS_DELETED, LOCK_WALLET, type LockedWallet, toCredits, WriteOff } from '../../credits/index.js';
import { COUNT_PROCESSING } from '../../generation/index.js';
import { END_KEYS_OF_ACCOUNT } from '../../keys/index.js';
import { REMOVE_INVITATIONS } from '../../members/index.js';
import { Database, type Transaction } from '../../platform/database/index.js';
import { AppError, type ErrorDetail } from '../../platform/errors/index.js';
import { type DashboardPrincipal, publicId } from '../../platform/http/index.js';
import { BEGIN } from './account-deletions.sql.js';

/** How an account is deleted. */
export interface DeletionOrder {
  /** Deletes an account with processing predictions, a subscription, credits or a debt: cancels, ends, refunds and writes off. */
  isForced: boolean;
  /** The caller may move credits, which a forced deletion of an account with credits or a debt does. */
  mayMoveCredits: boolean;
}

/**
 * Accepts deletions of accounts. One transaction ends the keys, the memberships and the sign-ins, so that every process rejects the
 * account's next request; what can be large is erased afterwards by `AccountEraser`.
 */
@Injectable()
export class AccountDeletions {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly refreshTokens: RefreshTokens,
    private readonly passwords: PasswordCheck,
    private readonly writeOff: WriteOff,
    private readonly subscriptions: Subscriptions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Deletes the caller's account.
   * @throws 401 `invalid_credentials` for a wrong password, and for users of an outside provider; 403 when the caller is no owner any
   * more; 409 `account_not_empty`; 429 after too many wrong passwords.
   */
  async deleteOwn(
    caller: DashboardPrincipal,
    { password, isForced }: { password: string; isForced: boolean },
    from: SignInCaller,
    source: AuditSource,
  ): Promise<void> {
    if (!(await this.passwords.isCurrentPassword(caller, password, from.signal)))
      throw new AppError('invalid_credentials');
    await this.database.change(caller.accountId, async (tx) => {
      await this.delete(tx, caller.accountId, { isForced, mayMoveCredits: true }, source, caller.userId);
    });
  }

  /**
   * Deletes an account for an administrator or an operator key. Deleting it again changes nothing.
   * @throws 403 when the order would move credits and may not; 404; 409 `account_not_empty`.
   */
  async deleteByOperator(accountId: string, order: DeletionOrder, source: AuditSource): Promise<void> {
    await this.database.change(accountId, (tx) => this.delete(tx, accountId, order, source, null));
  }

  /** @param ownerId who must be an owner when the members are locked; null: no member deletes it. */
  private async delete(
    tx: Transaction,
    accountId: string,
    order: DeletionOrder,
    source: AuditSource,
    ownerId: string | null,
  ): Promise<void> {
    await tx.run(LOCK_USERS, { account: accountId });
    const members = await this.memberships.lock(tx, accountId);
    const owner = members.find(({ user_id: id }) => id === ownerId);
    if (ownerId !== null && owner?.role !== 'owner') throw new AppError('forbidden');
    await this.writeOff.expire(tx, accountId);
    const [account] = await tx.run(LOCK_WALLET, { account: accountId });
    if (!account) throw new AppError('account_not_found');
    await tx.run(HOLD_ACCOUNT, { account: accountId });
    // Another process may have deleted it meanwhile.
    if ((await tx.run(IS_DELETED, { account: accountId })).length > 0) return;
    await this.requireDeletable(tx, accountId, account, order);
    await tx.run(BEGIN, { account: accountId });
    await tx.run(END_KEYS_OF_ACCOUNT, { account: accountId });
    // Who joined before this lock is a member; who joins after it sees the deletion.
    for (const { user_id: userId } of await this.memberships.lock(tx, accountId))
      await this.endMembership(tx, accountId, userId);
    await tx.run(REMOVE_INVITATIONS, { account: accountId });
    await this.trail.record(tx, {
      ...source,
      accountId,
      action: 'account.deleted',
      target: publicId('acc', accountId),
      after: {
        forced: order.isForced,
        balance: toCredits(BigInt(account.balance)),
        owed: toCredits(BigInt(account.owed)),
      },
    });
    await this.subscriptions.endAll(tx, accountId, source);
    await this.writeOff.settle(tx, accountId);
  }

  private async requireDeletable(
    tx: Transaction,
    accountId: string,
    account: LockedWallet,
    { isForced, mayMoveCredits }: DeletionOrder,
  ): Promise<void> {
    const [balance, owed] = [BigInt(account.balance), BigInt(account.owed)];
    const [processing] = await tx.run(COUNT_PROCESSING, { account: accountId });
    const { count } = processing!;
    const hasMoney = count > 0 || balance > 0n || owed > 0n;
    const subscribed = await tx.run(FIND_SUBSCRIBED, { account: accountId });
    if (!hasMoney && subscribed.length === 0) return;
    if (!isForced) {
      const left = leftIn(count, toCredits(balance), toCredits(owed));
      const plans = subscribed.map(({ title }) => ({
        field: 'subscription',
        message: `${title} is paid each month`,
      }));
      throw new AppError('account_not_empty', { details: [...left, ...plans] });
    }
    if (hasMoney && !mayMoveCredits)
      throw new AppError('insufficient_scope', {
        message: 'This operator key lacks the scope credits:write, which writing off credits needs.',
      });
  }

  /** Removes a member; a user without another account loses the sign-in and the email too. */
  private async endMembership(tx: Transaction, accountId: string, userId: string): Promise<void> {
    const isShared = (await tx.run(HAS_OTHER_ACCOUNT, { user: userId, account: accountId })).length > 0;
    if (isShared) {
      await this.refreshTokens.endInAccount(tx, userId, accountId);
      await this.memberships.remove(tx, accountId, userId);
    } else {
      await this.refreshTokens.endOthers(tx, userId, null);
      await tx.run(CLOSE_USER, { user: userId });
    }
  }
}

/** Names what is left in an account: processing predictions, and credits. */
function leftIn(processing: number, balance: number, owed: number): ErrorDetail[] {
  return [
    ...(processing > 0 ? [{ field: 'predictions', message: `${processing} are processing` }] : []),
    ...(balance > 0 ? [{ field: 'balance', message: `${balance} credits are left` }] : []),
    ...(owed > 0 ? [{ field: 'owed', message: `${owed} credits are owed` }] : []),
  ];
}
