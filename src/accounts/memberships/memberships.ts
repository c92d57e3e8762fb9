import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { toCredits } from '../../credits/index.js';
import { Database, newId, type Queryable, type Transaction } from '../../platform/database/index.js';
import type { AccountRole, DashboardPrincipal } from '../../platform/http/index.js';
import {
  ADD_USER,
  FIND_OUTSIDE_CALLER,
  FIND_PROFILE,
  LIST_MEMBERS,
  LOCK_MEMBERS,
  LOCK_USER,
  type MemberRow,
  MOVE_HOME,
  OWNER_EMAILS,
  type ProfileRow,
  REMOVE_MEMBER,
  SET_HOME,
  SET_MEMBER_ROLE,
} from './memberships.sql.js';

/** A user in one of its accounts. */
export interface UserProfile extends Omit<ProfileRow, 'email_verified_at' | 'signup_credits'> {
  emailVerified: boolean;
  /** Credits that are granted when the email is verified. */
  pendingCredits: number;
}

/** A member of an account. */
export type Member = MemberRow;

/** A user who joins an account instead of opening one. */
export interface NewMember {
  accountId: string;
  email: string;
  passwordHash: string;
  role: AccountRole;
  isEmailVerified: boolean;
}

/** Owners to whom one mail about the account goes, at most. */
const MAX_OWNER_MAILS = 5;

/**
 * Finds and changes who belongs to which account. Knows no rules (`members/`). Every user belongs to `users.account_id`, the
 * account of a sign-in that names no other: `remove` keeps that true.
 */
@Injectable()
export class Memberships {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  /** Finds a user of an outside identity provider. */
  async findOutsideCaller(issuer: string, subject: string): Promise<DashboardPrincipal | null> {
    const [row] = await this.database.run(FIND_OUTSIDE_CALLER, { issuer, subject });
    if (!row) return null;
    const { id: userId, account_id: accountId, role, account_role: accountRole } = row;
    return { kind: 'dashboard', userId, accountId, role, accountRole, familyId: null };
  }

  /** @param accountId null: the user's own account. @returns null for a user who does not belong to it. */
  async findProfile(userId: string, accountId: string | null): Promise<UserProfile | null> {
    const [row] = await this.database.run(FIND_PROFILE, { user: userId, account: accountId });
    if (!row) return null;
    const { email_verified_at: verifiedAt, signup_credits: pending, ...user } = row;
    return { ...user, emailVerified: verifiedAt !== null, pendingCredits: toCredits(pending) };
  }

  /** Lists the members of an account, in the order in which they came. */
  async list(accountId: string): Promise<Member[]> {
    return this.database.run(LIST_MEMBERS, { account: accountId });
  }

  /** Locks and lists the members of an account: nothing changes them until the transaction ends. */
  async lock(tx: Transaction, accountId: string): Promise<Member[]> {
    return tx.run(LOCK_MEMBERS, { account: accountId });
  }

  /** Locks a user, before the members of an account: the order in which `remove` needs both. */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.run(LOCK_USER, { user: userId });
  }

  async setRole(tx: Transaction, accountId: string, userId: string, role: AccountRole): Promise<void> {
    await tx.run(SET_MEMBER_ROLE, { account: accountId, user: userId, role });
  }

  /**
   * Removes a member. A user whose own account it was has another one from then on: the oldest of the others, or a new empty one
   * without credits. The user and the members must be locked.
   */
  async remove(tx: Transaction, accountId: string, userId: string): Promise<void> {
    const member = { account: accountId, user: userId };
    await tx.run(REMOVE_MEMBER, member);
    const plan = this.catalogue.plans.defaultKey;
    await tx.run(MOVE_HOME, { ...member, newAccount: newId(), plan });
  }

  /** Creates a user in an existing account. @returns its id; null when the email is taken. */
  async addUser(tx: Transaction, user: NewMember): Promise<string | null> {
    const { accountId, ...values } = user;
    const [row] = await tx.run(ADD_USER, { user: newId(), account: accountId, ...values });
    return row?.user_id ?? null;
  }

  /** Makes an account the user's own. @returns false when the user does not belong to it. */
  async setHome(tx: Queryable, userId: string, accountId: string): Promise<boolean> {
    return (await tx.run(SET_HOME, { user: userId, account: accountId })).length > 0;
  }

  /** Returns the addresses to which mails about the account go: verified ones of its owners, at most 5. */
  async ownerEmails(accountId: string): Promise<string[]> {
    const rows = await this.database.run(OWNER_EMAILS, { account: accountId, limit: MAX_OWNER_MAILS });
    return rows.map(({ email }) => email);
  }
}
