import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Catalogue } from '../catalogue/index.js';
import { Config } from '../config/index.js';
import { CreditsService, fromCredits } from '../credits/index.js';
import { Database, type Transaction } from '../database/index.js';
import { AccountEntity } from './account.entity.js';
import { FIND_USER, OPEN_ACCOUNT, type UserRow } from './accounts.sql.js';
import { type Role, UserEntity } from './user.entity.js';

/** Either email and passwordHash, or issuer and subject (with the email that the provider reported, if any). */
export interface NewAccount {
  email?: string | null;
  passwordHash?: string;
  issuer?: string;
  subject?: string;
  /** Default `user`. */
  role?: Role;
}

/** The ids of a new account and its user. */
export interface OpenedAccount {
  userId: string;
  accountId: string;
}

/** Opens and finds accounts and users, and sets roles. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly config: Config,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Creates an account on the default plan with its first user, and grants SIGNUP_CREDITS, in the caller's
   * transaction.
   * @returns null, with no effect, when the email or the (issuer, subject) already has an account. Of concurrent
   * calls exactly one succeeds: the unique indexes decide.
   */
  async open(tx: Transaction, owner: NewAccount): Promise<OpenedAccount | null> {
    const [userId, accountId] = [uuid(), uuid()];
    const { email = null, passwordHash = null, issuer = null, subject = null, role = 'user' } = owner;
    const plan = this.catalogue.plans.default;
    const values = [userId, accountId, email, passwordHash, issuer, subject, plan, role];
    const [made] = await tx.query(OPEN_ACCOUNT, values);
    if (!made) return null;
    const amount = fromCredits(this.config.credits.signup);
    if (amount > 0n) await this.credits.grant(tx, { accountId, amount, note: 'Sign-up credits' });
    return { userId, accountId };
  }

  async findAccount(id: string): Promise<AccountEntity | null> {
    return this.database.manager.findOneBy(AccountEntity, { id });
  }

  /** Finds a user with the plan of the account. @internal */
  async findUser(id: string): Promise<UserRow | null> {
    const [user] = await this.database.prepared<UserRow>('find-user', FIND_USER, [id]);
    return user ?? null;
  }

  /** Finds a user with a password by email; never a user of an outside provider with the same email. */
  async findUserByEmail(email: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { email, passwordHash: Not(IsNull()) });
  }

  /** Returns the hash for sign-in: the only lookup by email that includes it. @internal */
  async findPassword(email: string): Promise<{ userId: string; passwordHash: string } | null> {
    const user = await this.database.manager.findOne(UserEntity, {
      select: { id: true, passwordHash: true },
      where: { email, passwordHash: Not(IsNull()) },
    });
    return user ? { userId: user.id, passwordHash: user.passwordHash! } : null;
  }

  /** @returns null for a user of an outside identity provider. @internal */
  async findPasswordHash(userId: string): Promise<string | null> {
    const user = await this.database.manager.findOne(UserEntity, {
      select: { passwordHash: true },
      where: { id: userId },
    });
    return user?.passwordHash ?? null;
  }

  /** @internal */
  async setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
    await tx.manager.update(UserEntity, { id: userId }, { passwordHash });
  }

  async findUserBySubject(issuer: string, subject: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { issuer, subject });
  }

  /**
   * Sets a user's role. Takes effect with the next request: roles are not cached. @returns false when the user does
   * not exist.
   */
  async setRole(userId: string, role: Role): Promise<boolean> {
    const { affected } = await this.database.manager.update(UserEntity, { id: userId }, { role });
    return affected === 1;
  }
}
