import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type AuditSource, AuditTrail, SYSTEM_SOURCE } from '../audit/index.js';
import { Catalogue } from '../catalogue/index.js';
import { CreditsService, fromCredits, IS_DELETED } from '../credits/index.js';
import { Config } from '../platform/config/index.js';
import { Database, newId, type Transaction } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { publicId } from '../platform/http/index.js';
import { AccountEntity } from './account.entity.js';
import {
  OPEN_ACCOUNT,
  OPEN_ACCOUNT_WITHOUT_USER,
  SET_PASSWORD,
  SET_ROLE,
  VERIFY_EMAIL,
} from './accounts.sql.js';
import { type Role, UserEntity } from './user.entity.js';

/** Either email and passwordHash, or issuer and subject (with the email that the provider reported, if any). */
export interface NewAccount {
  email?: string | null;
  passwordHash?: string;
  issuer?: string;
  subject?: string;
  /** Default `user`. */
  role?: Role;
  /** Default: the catalogue's default plan. */
  plan?: string;
  /** False: no sign-up credits, neither now nor later. */
  hasSignupCredits?: boolean;
  /** Grants the sign-up credits when the email is verified. Default: at once. */
  creditsWithVerifiedEmail?: boolean;
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
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Creates an account with its first user, who owns it, and grants SIGNUP_CREDITS, now or with the verified email.
   * @returns null, with no effect, when the email or the (issuer, subject) already has an account. Of concurrent calls exactly one
   * succeeds, because unique indexes decide.
   */
  async open(tx: Transaction, owner: NewAccount): Promise<OpenedAccount | null> {
    const [userId, accountId] = [newId(), newId()];
    const { email = null, passwordHash = null, issuer = null, subject = null, role = 'user' } = owner;
    const { plan = this.catalogue.plans.defaultKey, hasSignupCredits = true } = owner;
    const credits = hasSignupCredits ? fromCredits(this.config.credits.signup) : 0n;
    const [now, later] = owner.creditsWithVerifiedEmail ? [0n, credits] : [credits, 0n];
    const user = { user: userId, email, passwordHash, issuer, subject, role, signupCredits: later };
    const [made] = await tx.run(OPEN_ACCOUNT, { ...user, account: accountId, plan });
    if (!made) return null;
    await this.grantSignupCredits(tx, accountId, now);
    return { userId, accountId };
  }

  /** The account has no credits. @returns its id. @internal */
  async openWithoutUser(tx: Transaction, plan = this.catalogue.plans.defaultKey): Promise<string> {
    const accountId = newId();
    await tx.run(OPEN_ACCOUNT_WITHOUT_USER, { account: accountId, plan });
    return accountId;
  }

  /**
   * Grants the sign-up credits that wait for the email: once, also of concurrent calls. Has no effect for a verified email. @param from
   * where the user did it. @internal
   */
  async verifyEmail(tx: Transaction, userId: string, from: Omit<AuditSource, 'actor'>): Promise<void> {
    const [user] = await tx.run(VERIFY_EMAIL, { user: userId });
    if (!user) return;
    const [accountId, target] = [user.account_id, publicId('usr', userId)];
    const actor = { kind: 'user', id: target } as const;
    await this.trail.record(tx, { ...from, actor, accountId, action: 'user.email_verified', target });
    await this.grantSignupCredits(tx, accountId, BigInt(user.signup_credits));
  }

  async findAccount(id: string): Promise<AccountEntity | null> {
    return this.database.manager.findOneBy(AccountEntity, { id });
  }

  /** @throws 404 for an unknown account and for a deleted one. @internal */
  async requireKept(id: string): Promise<AccountEntity> {
    const account = await this.findAccount(id);
    if (!account || (await this.database.run(IS_DELETED, { account: id })).length > 0)
      throw new AppError('account_not_found');
    return account;
  }

  /** @internal */
  async findUser(id: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { id });
  }

  /** Never finds a user of an outside provider with the same email. */
  async findUserByEmail(email: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { email, passwordHash: Not(IsNull()) });
  }

  /** The only lookup by email that includes the password's hash. @internal */
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

  /** @returns the user's account; null when the user was deleted. @internal */
  async setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<string | null> {
    const [user] = await tx.run(SET_PASSWORD, { user: userId, passwordHash });
    return user?.account_id ?? null;
  }

  async findUserBySubject(issuer: string, subject: string): Promise<UserEntity | null> {
    return this.database.manager.findOneBy(UserEntity, { issuer, subject });
  }

  /**
   * Takes effect with the next request, because roles are not cached.
   * @param source who sets it; by default the system. @returns false when the user does not exist.
   */
  async setRole(userId: string, role: Role, source: AuditSource = SYSTEM_SOURCE): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [user] = await tx.run(SET_ROLE, { user: userId, role });
      if (user && user.earlier !== role)
        await this.trail.record(tx, {
          ...source,
          accountId: user.account_id,
          action: 'user.role_changed',
          target: publicId('usr', userId),
          before: { role: user.earlier },
          after: { role },
        });
      return user !== undefined;
    });
  }

  private async grantSignupCredits(tx: Transaction, accountId: string, amount: bigint): Promise<void> {
    if (amount > 0n) await this.credits.grant(tx, { accountId, amount, note: 'Sign-up credits' });
  }
}
