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

export interface UserProfile extends Omit<ProfileRow, 'email_verified_at' | 'signup_credits'> {
  emailVerified: boolean;
  /** Credits that are granted when the email is verified. */
  pendingCredits: number;
}

export type Member = MemberRow;

/** A user who joins an account instead of opening one. */
export interface NewMember {
  accountId: string;
  email: string;
  passwordHash: string;
  role: AccountRole;
  isEmailVerified: boolean;
}

/** The limit of owners to whom one mail about the account goes. */
const MAX_OWNER_MAILS = 5;

/** Knows no rules (`members/`). `remove` keeps each user in `users.account_id`, the account of a sign-in that names no other. */
@Injectable()
export class Memberships {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

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

  /** Lists members in the order in which they came. */
  async list(accountId: string): Promise<Member[]> {
    return this.database.run(LIST_MEMBERS, { account: accountId });
  }

  /** Nothing changes the members until the transaction ends. */
  async lock(tx: Transaction, accountId: string): Promise<Member[]> {
    return tx.run(LOCK_MEMBERS, { account: accountId });
  }

  /** Call it before the members of an account are locked: `remove` needs both in this order. */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.run(LOCK_USER, { user: userId });
  }

  async setRole(tx: Transaction, accountId: string, userId: string, role: AccountRole): Promise<void> {
    await tx.run(SET_MEMBER_ROLE, { account: accountId, user: userId, role });
  }

  /** The user's own account becomes the oldest other one, or a new one without credits. The user and the members must be locked. */
  async remove(tx: Transaction, accountId: string, userId: string): Promise<void> {
    const member = { account: accountId, user: userId };
    await tx.run(REMOVE_MEMBER, member);
    const plan = this.catalogue.plans.defaultKey;
    await tx.run(MOVE_HOME, { ...member, newAccount: newId(), plan });
  }

  /** @returns the user's id; null when the email is taken. */
  async addUser(tx: Transaction, user: NewMember): Promise<string | null> {
    const { accountId, ...values } = user;
    const [row] = await tx.run(ADD_USER, { user: newId(), account: accountId, ...values });
    return row?.user_id ?? null;
  }

  /** @returns false when the user does not belong to the account. */
  async setHome(tx: Queryable, userId: string, accountId: string): Promise<boolean> {
    return (await tx.run(SET_HOME, { user: userId, account: accountId })).length > 0;
  }

  /** Mails about the account go to verified addresses of its owners, at most 5. */
  async ownerEmails(accountId: string): Promise<string[]> {
    const rows = await this.database.run(OWNER_EMAILS, { account: accountId, limit: MAX_OWNER_MAILS });
    return rows.map(({ email }) => email);
  }
}
