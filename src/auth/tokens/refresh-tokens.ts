/**
 * Sign-ins and their refresh tokens. A sign-in is a family: its tokens follow each other, each good for one use, and
 * all end together. A token used twice means that somebody else has a copy, so the family ends: the thief's next token
 * is as dead as the owner's. Only SHA-256 of a token is kept; a token is 256 random bits.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Database, type Queryable } from '../../database/index.js';
import type { DashboardPrincipal } from '../../http/index.js';
import {
  BEGIN,
  END,
  END_BY_TOKEN,
  END_OF_REUSED,
  END_OTHERS,
  type FamilyRow,
  FIND_CALLER,
  ROTATE,
} from './refresh-tokens.sql.js';

const FAMILY_DAYS = 30;
const SHAPE = /^[\w-]{43}$/;

export interface RefreshToken {
  userId: string;
  familyId: string;
  /** For the caller alone; it is not kept. */
  refreshToken: string;
  /** When the family ends at the latest; rotation does not move it. */
  expiresAt: Date;
}

/** Where a sign-in comes from: for its owner's list of sessions. */
export interface Origin {
  address: string;
  userAgent: string | null;
}

@Injectable()
export class RefreshTokens {
  constructor(private readonly database: Database) {}

  /** A new sign-in, in the caller's transaction if it has one. */
  async begin(userId: string, from: Origin, on: Queryable = this.database): Promise<RefreshToken> {
    const refreshToken = makeToken();
    const { address, userAgent } = from;
    const values = [uuid(), userId, FAMILY_DAYS, hashOf(refreshToken), address, userAgent];
    const [row] = await on.query<FamilyRow>(BEGIN, values);
    return tokenOf(row!, refreshToken);
  }

  /** The next token for this one, or null: unknown, ended, expired, or used before, which ends its family. */
  async rotate(given: string): Promise<RefreshToken | null> {
    if (!SHAPE.test(given)) return null;
    const refreshToken = makeToken();
    const hash = hashOf(given);
    const [row] = await this.database.query<FamilyRow>(ROTATE, [hash, hashOf(refreshToken)]);
    if (row) return tokenOf(row, refreshToken);
    await this.database.query(END_OF_REUSED, [hash]);
    return null;
  }

  /** Ends the family of a token, used or not. An unknown one changes nothing. */
  async endByToken(given: string): Promise<void> {
    if (SHAPE.test(given)) await this.database.query(END_BY_TOKEN, [hashOf(given)]);
  }

  async end(familyId: string): Promise<void> {
    await this.database.query(END, [familyId]);
  }

  /** Ends the sign-ins of a user, but for `keptId`; in the caller's transaction if it has one. */
  async endOthers(userId: string, keptId: string | null, on: Queryable = this.database): Promise<void> {
    await on.query(END_OTHERS, [userId, keptId]);
  }

  /** Who an access token stands for, as of now: null as soon as its family has ended or its user is gone. */
  async callerOf(userId: string, familyId: string): Promise<DashboardPrincipal | null> {
    const [row] = await this.database.prepared<{ id: string; account_id: string; role: 'user' | 'admin' }>(
      'dashboard-caller',
      FIND_CALLER,
      [userId, familyId],
    );
    return row
      ? { kind: 'dashboard', userId: row.id, accountId: row.account_id, role: row.role, familyId }
      : null;
  }
}

function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function tokenOf(row: FamilyRow, refreshToken: string): RefreshToken {
  return { userId: row.user_id, familyId: row.family_id, expiresAt: row.expires_at, refreshToken };
}
