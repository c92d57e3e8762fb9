import { Injectable } from '@nestjs/common';
import { toCredits } from '../credits/index.js';
import { Conditions, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { decodeCursor, type Page, pageOf, parsePublicId, publicId } from '../http/index.js';
import type { AccountEntity } from './account.entity.js';
import { type AccountRow, FIRST_EMAILS, HAS_EMAIL_PART, HAS_USER, LIST_ACCOUNTS } from './accounts.sql.js';
import type { Role } from './user.entity.js';

/** An account as administrators see it. Amounts in credits. */
export interface AccountView {
  id: string;
  plan: string;
  balance: number;
  held: number;
  createdAt: string;
  activeKeys: number;
  users: { id: string; email: string | null; role: Role }[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The longest parts in the index of emails: see `text_parts` in docs/schema.sql. */
const PART_LENGTH = 3;

/** Accounts with their users, for administrators. Newest first: ids are UUIDv7, which sort by time. */
@Injectable()
export class AccountsReader {
  constructor(private readonly database: Database) {}

  /** Lists accounts. @param search part of an email, or the complete id of an account or a user. */
  async list(query: { limit: number; cursor?: string; search?: string }): Promise<Page<AccountView>> {
    const [before] = decodeCursor(query.cursor, [UUID]) ?? [];
    const conditions = searching(query.search?.trim() ?? '', before, query.limit + 1);
    const rows = await this.read(conditions, query.limit + 1);
    return pageOf(rows, query.limit, show, (row) => [row.id]);
  }

  /** @param id as in the database. @throws 404. */
  async find(id: string): Promise<AccountView> {
    const [row] = await this.read(new Conditions<AccountEntity>().where('id', '=', id), 1);
    if (!row) throw new AppError('account_not_found');
    return show(row);
  }

  /** Returns the email of the first user of each account. @param ids as in the database; few. */
  async firstEmails(ids: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.database.list<{ account_id: string; email: string | null }>(
      'administrators',
      FIRST_EMAILS,
      [ids],
    );
    return new Map(rows.map(({ account_id: id, email }) => [id, email]));
  }

  private async read(conditions: Conditions<AccountEntity>, limit: number): Promise<AccountRow[]> {
    return this.database.list<AccountRow>(
      'administrators',
      LIST_ACCOUNTS(conditions.text, limit),
      conditions.values,
    );
  }
}

function searching(search: string, before: string | undefined, limit: number): Conditions<AccountEntity> {
  const conditions = new Conditions<AccountEntity>();
  if (before) conditions.where('id', '<', before, 'uuid');
  const [account, user] = [parsePublicId('acc', search), parsePublicId('usr', search)];
  if (account) return conditions.where('id', '=', account);
  if (user) return conditions.whereText(HAS_USER, user);
  if (search === '') return conditions;
  const text = search.toLowerCase();
  const next = before ? `account_id < ${conditions.placeholder(before)}::uuid` : 'true';
  const [value, parts] = [text, partsOf(text)].map((one) => conditions.placeholder(one));
  return conditions.whereText(HAS_EMAIL_PART(value!, parts!, next, limit));
}

/** Returns the parts of a text that are in the index of emails and contain all of its characters. */
function partsOf(text: string): string[] {
  const characters = [...text];
  if (characters.length <= PART_LENGTH) return [text];
  const count = characters.length - PART_LENGTH + 1;
  const parts = Array.from({ length: count }, (_, at) => characters.slice(at, at + PART_LENGTH).join(''));
  return [...new Set(parts)];
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
