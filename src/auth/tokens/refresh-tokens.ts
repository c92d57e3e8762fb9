/**
 * Sign-ins and their refresh tokens. A sign-in is a family: its tokens follow each other, each good for one use, and
 * all end together. A token used twice means that somebody else has a copy, so the family ends: the thief's next token
 * is as dead as the owner's. Only SHA-256 of a token is kept; a token is 256 random bits.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { announcingEnd, Database, type Queryable } from '../../database/index.js';
import type { DashboardPrincipal } from '../../http/index.js';

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

interface FamilyRow {
  family_id: string;
  user_id: string;
  expires_at: Date;
}

/** $1 family, $2 user, $3 days, $4 token's hash, $5 address, $6 user agent. The user's dead families go on the way: nobody else removes them. */
const BEGIN = `
with swept as (
  delete from sign_in_families where user_id = $2::uuid and expires_at < clock_timestamp()
),
family as (
  insert into sign_in_families (id, user_id, expires_at, address, user_agent)
  values ($1, $2::uuid, clock_timestamp() + make_interval(days => $3), $5, $6)
  returning id as family_id, user_id, expires_at
),
token as (
  insert into refresh_tokens (hash, family_id) select $4::bytea, family_id from family
)
select * from family
`;

/**
 * $1 hash of the token given, $2 hash of the next. Of two uses at once the second waits for the first one's row, finds
 * it used, and gets nothing.
 */
const ROTATE = `
with used as (
  update refresh_tokens t set used_at = clock_timestamp() from sign_in_families f
  where t.hash = $1 and t.used_at is null and f.id = t.family_id
    and f.ended_at is null and f.expires_at > clock_timestamp()
  returning t.family_id, f.user_id, f.expires_at
),
next as (
  insert into refresh_tokens (hash, family_id) select $2::bytea, family_id from used
)
select * from used
`;

/** Ends the family of a token ($1) that had been used before. Run after ROTATE, so that it sees a use just committed. */
const END_OF_REUSED = announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from refresh_tokens t
  where t.hash = $1 and t.used_at is not null and f.id = t.family_id and f.ended_at is null returning f.id
`);

const END_BY_TOKEN = announcingEnd(`
  update sign_in_families f set ended_at = clock_timestamp() from refresh_tokens t
  where t.hash = $1 and f.id = t.family_id and f.ended_at is null returning f.id
`);

const END = announcingEnd(
  'update sign_in_families set ended_at = clock_timestamp() where id = $1 and ended_at is null returning id',
);

/** $1 user, $2 the sign-in that stays, or null. */
const END_OTHERS = announcingEnd(`
  update sign_in_families set ended_at = clock_timestamp()
  where user_id = $1 and id is distinct from $2::uuid and ended_at is null returning id
`);

const CALLER = `
select u.id, u.account_id, u.role from users u join sign_in_families f on f.user_id = u.id
where u.id = $1 and f.id = $2 and f.ended_at is null and f.expires_at > clock_timestamp()
`;

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
      CALLER,
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
