/**
 * Links with which a person sets a password: an invitation, or a reset. A token is 256 random bits and good once; only
 * its SHA-256 is kept. A new link replaces the earlier ones of its user.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Database, type Queryable, type Transaction } from '../../database/index.js';
import { CONSUME, CREATE, FIND } from './one-time-links.sql.js';

const LINK_HOURS = { invitation: 7 * 24, reset: 1 } as const;
export type LinkPurpose = keyof typeof LINK_HOURS;

const SHAPE = /^[\w-]{43}$/;
/** Where the dashboard lets a person set a password. The token is behind `#`, which no browser sends to any server. */
const PAGE = '/set-password#token=';

export interface OneTimeLink {
  url: string;
  expiresAt: Date;
}

@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Creates the only link of this user that is good. Its address is made from PUBLIC_URL, never from a request. */
  async create(tx: Queryable, userId: string, purpose: LinkPurpose): Promise<OneTimeLink> {
    const token = randomBytes(32).toString('base64url');
    const [row] = await tx.query<{ expires_at: Date }>(CREATE, [
      userId,
      hashOf(token),
      purpose,
      LINK_HOURS[purpose],
    ]);
    const { publicUrl, port } = this.config.http;
    return { url: `${publicUrl ?? `http://localhost:${port}`}${PAGE}${token}`, expiresAt: row!.expires_at };
  }

  /** @returns null for a token that is unknown, used or late. Uses nothing up. */
  async findUser(token: string): Promise<string | null> {
    return this.read(this.database, FIND, token);
  }

  /** Uses the link up. @returns null as `findUser` does. */
  async consume(tx: Transaction, token: string): Promise<string | null> {
    return this.read(tx, CONSUME, token);
  }

  /** A password that was changed leaves no link behind. */
  async removeAll(tx: Transaction, userId: string): Promise<void> {
    await tx.query('delete from one_time_links where user_id = $1', [userId]);
  }

  private async read(on: Queryable, statement: string, token: string): Promise<string | null> {
    if (!SHAPE.test(token)) return null;
    const [row] = await on.query<{ user_id: string }>(statement, [hashOf(token)]);
    return row?.user_id ?? null;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
