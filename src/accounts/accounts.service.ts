import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Catalogue } from '../catalogue/index.js';
import { Config } from '../config/index.js';
import { CreditsService, fromCredits } from '../credits/index.js';
import { Database, type Transaction } from '../database/index.js';
import { AccountEntity } from './account.entity.js';
import { OPEN_ACCOUNT } from './accounts.sql.js';
import { type Role, UserEntity } from './user.entity.js';

/** Either email and passwordHash, or issuer and subject (with the email its provider told us, if it did). */
export interface NewAccount {
  email?: string | null;
  passwordHash?: string;
  issuer?: string;
  subject?: string;
  /** `user` unless named. */
  role?: Role;
}

export interface Opened {
  userId: string;
  accountId: string;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
    private readonly config: Config,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Makes an account with its first user and puts it on the default plan and grants it SIGNUP_CREDITS, in the caller's transaction.
   * @returns null, with nothing done, when the email or the (issuer, subject) has an account already. Of several at
   * once exactly one gets it: the unique indexes decide.
   */
  async open(tx: Transaction, person: NewAccount): Promise<Opened | null> {
    const [userId, accountId] = [uuid(), uuid()];
    const { email = null, passwordHash = null, issuer = null, subject = null, role = 'user' } = person;
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

  async findUser(id: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { id });
  }

  /** Somebody who signs in here, by email; never somebody an outside provider gave that email to. */
  async findUserByEmail(email: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { email, passwordHash: Not(IsNull()) });
  }

  /** For sign-in alone: the only read that includes the hash. */
  async findPassword(email: string): Promise<{ userId: string; passwordHash: string } | null> {
    const user = await this.database.manager.findOne(UserEntity, {
      select: { id: true, passwordHash: true },
      where: { email, passwordHash: Not(IsNull()) },
    });
    return user ? { userId: user.id, passwordHash: user.passwordHash! } : null;
  }

  /** @returns null for somebody who signs in elsewhere. */
  async findPasswordHash(userId: string): Promise<string | null> {
    const user = await this.database.manager.findOne(UserEntity, {
      select: { passwordHash: true },
      where: { id: userId },
    });
    return user?.passwordHash ?? null;
  }

  async setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
    await tx.manager.update(UserEntity, { id: userId }, { passwordHash });
  }

  async findUserBySubject(issuer: string, subject: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { issuer, subject });
  }

  /** @returns false when there is no such user. Takes effect with the user's next request: nothing remembers a role. */
  async setRole(userId: string, role: Role): Promise<boolean> {
    const { affected } = await this.database.manager.update(UserEntity, { id: userId }, { role });
    return affected === 1;
  }
}
