import { Injectable } from '@nestjs/common';
import { toCredits } from '../credits/index.js';
import { Conditions, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { decodeCursor, type Page, pageOf, parsePublicId, publicId } from '../http/index.js';
import type { Role } from './user.entity.js';

/** An account as its operator sees it. Credits. */
export interface AccountView {
  id: string;
  plan: string;
  balance: number;
  held: number;
  createdAt: string;
  activeKeys: number;
  users: { id: string; email: string | null; role: Role }[];
}

interface AccountRow {
  id: string;
  plan: string;
  balance: string;
  held: string;
  created_at: Date;
  active_keys: number;
  users: { id: string; email: string | null; role: Role }[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ACCOUNTS = (conditions: string, limit: number) => `
select a.id, a.plan, a.balance, a.held, a.created_at,
  (select count(*)::int from api_keys k where k.account_id = a.id and k.revoked_at is null) as active_keys,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.created_at), '[]')
   from users u where u.account_id = a.id) as users
from accounts a where ${conditions}
order by a.id desc limit ${limit}
`;

/** Accounts with their people, for administrators. Newest first: ids are UUIDv7, which sort by time. */
@Injectable()
export class AccountsReader {
  constructor(private readonly database: Database) {}

  /** @param search part of an email, or a whole id of an account or a user. */
  async list(query: { limit: number; cursor?: string; search?: string }): Promise<Page<AccountView>> {
    const conditions = searching(query.search?.trim() ?? '');
    const [before] = decodeCursor(query.cursor, [UUID]) ?? [];
    if (before) conditions.where('a.id < ?::uuid', before);
    const rows = await this.read(conditions, query.limit + 1);
    return pageOf(rows, query.limit, show, (row) => [row.id]);
  }

  /** @param id as in the database. @throws 404. */
  async find(id: string): Promise<AccountView> {
    const [row] = await this.read(new Conditions().where('a.id = ?', id), 1);
    if (!row) throw new AppError('account_not_found');
    return show(row);
  }

  private async read(conditions: Conditions, limit: number): Promise<AccountRow[]> {
    return this.database.list<AccountRow>(
      'administrators',
      ACCOUNTS(conditions.text, limit),
      conditions.values,
    );
  }
}

function searching(search: string): Conditions {
  const conditions = new Conditions();
  const [account, user] = [parsePublicId('acc', search), parsePublicId('usr', search)];
  if (account) return conditions.where('a.id = ?', account);
  if (user) return conditions.where('a.id = (select account_id from users where id = ?)', user);
  if (search === '') return conditions;
  return conditions.where(
    'a.id in (select account_id from users where position(? in email) > 0)',
    search.toLowerCase(),
  );
}

function show(row: AccountRow): AccountView {
  return {
    id: publicId('acc', row.id),
    plan: row.plan,
    balance: toCredits(row.balance),
    held: toCredits(row.held),
    createdAt: row.created_at.toISOString(),
    activeKeys: row.active_keys,
    users: row.users.map(({ id, email, role }) => ({ id: publicId('usr', id), email, role })),
  };
}
