/**
 * A sign-in is a family of refresh tokens, each valid for one use; all end together. A use within 10 s of the first one gets the same
 * successor: two tabs, or a lost answer. A later one means that the token was copied, so the whole family ends, including the attacker's
 * tokens. Only the SHA-256 of a token is stored, so a successor is derived from its token and a secret, which every process can do again.
 */
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Memberships } from '../../accounts/index.js';
import { SigningSecret } from '../../platform/config/index.js';
import {
  Coalescer,
  Database,
  newId,
  type Queryable,
  type Transaction,
} from '../../platform/database/index.js';
import type { DashboardPrincipal } from '../../platform/http/index.js';
import {
  BEGIN,
  type CallerRow,
  CONTINUE,
  END,
  END_BY_TOKEN,
  END_CONTINUED,
  END_IN_ACCOUNT,
  END_OF_REUSED,
  END_OTHERS,
  type FamilyRow,
  FIND_CALLERS,
  FIND_CONTINUED,
  FIND_CONTINUED_BY_TOKEN,
  FIND_CONTINUED_CALLER,
  FIND_REPEATED,
  LOCK_USER_OF,
  ROTATE,
} from './refresh-tokens.sql.js';
import { createSecretToken, hashOfToken, isSecretToken } from './secret-token.js';

const FAMILY_DAYS = 30;

export interface RefreshToken {
  userId: string;
  /** Null: the user's own account. */
  accountId: string | null;
  familyId: string;
  /** Only returned to the caller; never stored. */
  refreshToken: string;
  /** Expiry of the family; rotation does not extend it. */
  expiresAt: Date;
}

export interface Origin {
  address: string;
  userAgent: string | null;
}

@Injectable()
export class RefreshTokens {
  /** Lookups that arrive together run as one statement, which starts after the last of them has arrived. */
  private readonly callers: Coalescer<string, CallerRow | null>;

  private readonly key: Buffer;

  constructor(
    private readonly database: Database,
    private readonly memberships: Memberships,
    secret: SigningSecret,
  ) {
    this.key = secret.derive('refresh-tokens');
    this.callers = new Coalescer((familyIds) => this.findCallers(familyIds), { maxBatch: 128 });
  }

  /** The caller has just created the user or given a password. */
  async begin(on: Queryable, userId: string, from: Origin): Promise<RefreshToken> {
    return (await this.beginOn(on, userId, from, null))!;
  }

  /** @param passwordHash of the password. @returns null when it is another one meanwhile. */
  async beginWith(passwordHash: string, userId: string, from: Origin): Promise<RefreshToken | null> {
    return this.beginOn(this.database, userId, from, passwordHash);
  }

  /** @returns the same token again within 10 s; null for a token that is unknown, ended, expired or used earlier, whose family ends. */
  async rotate(given: string): Promise<RefreshToken | null> {
    if (!isSecretToken(given)) return null;
    const next = this.deriveToken('after', given);
    const hash = hashOfToken(given);
    const hashes = { hash, nextHash: hashOfToken(next) };
    const [row] = await this.database.run(ROTATE, hashes);
    if (row) return tokenOf(row, next);
    const [repeated] = await this.database.run(FIND_REPEATED, hashes);
    if (repeated) return tokenOf(repeated, next);
    const [continued] = await this.database.run(FIND_CONTINUED_BY_TOKEN, { hash });
    if (continued) return this.firstOfContinued(continued);
    await this.endOfToken(END_OF_REUSED, hash);
    return null;
  }

  /** Ignores an unknown token. The token may be used or not. */
  async endByToken(given: string): Promise<void> {
    if (isSecretToken(given)) await this.endOfToken(END_BY_TOKEN, hashOfToken(given));
  }

  /** Also ends the sign-ins that continue it. @returns false when all had ended. */
  async end(tx: Transaction, userId: string, familyId: string): Promise<boolean> {
    await this.memberships.lockUser(tx, userId);
    return (await tx.run(END, { family: familyId })).length > 0;
  }

  /** @returns how many. */
  async endOthers(tx: Transaction, userId: string, keptId: string | null): Promise<number> {
    await this.memberships.lockUser(tx, userId);
    return (await tx.run(END_OTHERS, { user: userId, kept: keptId })).length;
  }

  /** Call it before the user is removed from the account. */
  async endInAccount(tx: Transaction, userId: string, accountId: string): Promise<void> {
    await tx.run(END_IN_ACCOUNT, { user: userId, account: accountId });
  }

  /** The caller has locked the user. @returns null when the sign-in had ended. */
  async continueIn(tx: Transaction, familyId: string, accountId: string): Promise<RefreshToken | null> {
    const next = newId();
    if ((await tx.run(END_CONTINUED, { family: familyId, next })).length === 0) return null;
    const hash = hashOfToken(this.deriveToken('continued', next));
    const [row] = await tx.run(CONTINUE, { next, family: familyId, account: accountId, hash });
    return this.firstOfContinued(row!);
  }

  /** Returns what `continueIn` has returned within the last 10 s for the same sign-in and account, or null. */
  async findContinued(on: Queryable, familyId: string, accountId: string): Promise<RefreshToken | null> {
    const [row] = await on.run(FIND_CONTINUED, { family: familyId, account: accountId });
    return row ? this.firstOfContinued(row) : null;
  }

  /** @returns null when the family of the access token has ended, its user was deleted, or the user no longer belongs to the account. */
  async findCaller(userId: string, familyId: string): Promise<DashboardPrincipal | null> {
    return principalOf(userId, await this.callers.call(familyId));
  }

  /** A switch of the account has ended the family within the last 10 s. */
  async findContinuedCaller(userId: string, familyId: string): Promise<DashboardPrincipal | null> {
    const [row] = await this.database.run(FIND_CONTINUED_CALLER, { family: familyId });
    return principalOf(userId, row ?? null);
  }

  private async beginOn(
    on: Queryable,
    userId: string,
    { address, userAgent }: Origin,
    passwordHash: string | null,
  ): Promise<RefreshToken | null> {
    const { token, hash } = createSecretToken();
    const [row] = await on.run(BEGIN, {
      family: newId(),
      user: userId,
      days: FAMILY_DAYS,
      hash,
      address,
      userAgent,
      passwordHash,
    });
    return row ? tokenOf(row, token) : null;
  }

  private async endOfToken(ending: typeof END_BY_TOKEN, hash: Buffer): Promise<void> {
    await this.database.transaction(async (tx) => {
      if ((await tx.run(LOCK_USER_OF, { hash })).length > 0) await tx.run(ending, { hash });
    });
  }

  private firstOfContinued(row: FamilyRow): RefreshToken {
    return tokenOf(row, this.deriveToken('continued', row.family_id));
  }

  private deriveToken(what: 'after' | 'continued', of: string): string {
    return createHmac('sha256', this.key).update(`${what} ${of}`).digest('base64url');
  }

  private async findCallers(familyIds: string[]): Promise<(CallerRow | null)[]> {
    const rows = await this.database.run(FIND_CALLERS, { families: familyIds });
    const found = new Map(rows.map((row) => [row.family_id, row]));
    return familyIds.map((id) => found.get(id) ?? null);
  }
}

function principalOf(userId: string, row: CallerRow | null): DashboardPrincipal | null {
  if (row?.user_id !== userId) return null;
  const { family_id: familyId, account_id: accountId, role, account_role: accountRole } = row;
  return { kind: 'dashboard', userId, accountId, role, accountRole, familyId };
}

function tokenOf(row: FamilyRow, refreshToken: string): RefreshToken {
  const { user_id: userId, account_id: accountId, family_id: familyId, expires_at: expiresAt } = row;
  return { userId, accountId, familyId, expiresAt, refreshToken };
}
