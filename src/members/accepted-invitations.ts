import { Injectable } from '@nestjs/common';
import { Memberships } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import {
  isSecretToken,
  PasswordCheck,
  readLink,
  type RefreshToken,
  RefreshTokens,
  type SignInCaller,
} from '../auth/index.js';
import { Database, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { type DashboardPrincipal, publicId } from '../platform/http/index.js';
import { ACCEPT, CONSUME, COUNT_ACCOUNTS, FIND_BY_TOKEN } from './invitations.sql.js';
import type { JoinedBody, RegisterInvitedDto } from './members.dto.js';

/** As many as a profile lists. */
const MAX_ACCOUNTS = 100;

/** An invitation is accepted once: by a signed-in user, or by a person who signs up with the link. */
@Injectable()
export class AcceptedInvitations {
  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    private readonly passwords: PasswordCheck,
    private readonly refreshTokens: RefreshTokens,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns null for an invalid link, or one of another email than the caller's, which stays valid. @throws 409 at 100 accounts. */
  async accept(caller: DashboardPrincipal, token: string, source: AuditSource): Promise<JoinedBody | null> {
    if (!isSecretToken(token)) return null;
    return this.database.change(caller.userId, async (tx) => {
      const user = { user: caller.userId };
      // Of two that are accepted at the same time the second one counts the first.
      await this.memberships.lockUser(tx, caller.userId);
      const [{ count } = { count: 0 }] = await tx.run(COUNT_ACCOUNTS, user);
      if (count >= MAX_ACCOUNTS) throw new AppError('member_limit_reached');
      const joined = await readLink(token, (hash) => tx.run(ACCEPT, { hash, ...user }));
      if (!joined) return null;
      const { account_id: accountId, account_role: role, name } = joined;
      await this.recordJoin(tx, { accountId, userId: caller.userId, role }, source);
      return { success: true, account: { id: publicId('acc', accountId), name, role } };
    });
  }

  /**
   * Creates a user with the invitation's email, which a mailed link has verified, and signs in. Works while registration is closed.
   * @returns null as `accept`. @throws 409 `email_taken`: the link stays valid.
   */
  async register(
    { token, password }: RegisterInvitedDto,
    from: SignInCaller,
    source: AuditSource,
  ): Promise<RefreshToken | null> {
    // Before the costly hash of the password.
    const known = await readLink(token, (hash) => this.database.run(FIND_BY_TOKEN, { hash }));
    if (!known) return null;
    const passwordHash = await this.passwords.hashForRegistration(known.email, password, from.signal);
    return this.database.change(known.account_id, async (tx) => {
      const invitation = await readLink(token, (hash) => tx.run(CONSUME, { hash }));
      if (!invitation) return null;
      const { account_id: accountId, email, role, is_mailed: isEmailVerified } = invitation;
      const user = { accountId, email, passwordHash, role, isEmailVerified };
      const userId = await this.memberships.addUser(tx, user);
      if (userId === null) throw new AppError('email_taken');
      const actor = { kind: 'user', id: publicId('usr', userId) } as const;
      await this.recordJoin(tx, { accountId, userId, role }, { ...source, actor });
      return this.refreshTokens.begin(tx, userId, from);
    });
  }

  private async recordJoin(
    tx: Transaction,
    { accountId, userId, role }: { accountId: string; userId: string; role: string },
    source: AuditSource,
  ): Promise<void> {
    const change = { accountId, action: 'member.joined', target: publicId('usr', userId), after: { role } };
    await this.trail.record(tx, { ...source, ...change });
  }
}
