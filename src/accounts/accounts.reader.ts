import { Injectable } from '@nestjs/common';
import { CreditsService, toCredits } from '../credits/index.js';
import { composition, Conditions, Database, type RowOfColumns } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { decodeIdCursor, type Page, pageOf, parsePublicId, publicId } from '../platform/http/index.js';
import type { AccountEntity } from './account.entity.js';
import {
  ACCOUNT_ROW,
  FIRST_EMAILS,
  HAS_EMAIL_PART,
  HAS_EXTERNAL_ID,
  HAS_PLAN,
  HAS_SUSPENSION,
  HAS_USER,
  IN_SUSPENDED,
  LIST_ACCOUNTS,
} from './accounts.sql.js';
import type { Role } from './user.entity.js';

/** An account as administrators see it. Amounts in credits. */
export interface AccountView {
  id: string;
  plan: string;
  balance: number;
  held: number;
  createdAt: string;
  activeKeys: number;
  /** Its API keys are rejected. */
  suspended: boolean;
  /** Null: the account is not deleted. */
  deletedAt: string | null;
  /** The account's id in the operator's own systems. */
  externalId: string | null;
  /** What its people call it. */
  name: string | null;
  users: { id: string; email: string | null; role: Role }[];
}

/** Which accounts are listed. */
export interface AccountsFilter {
  limit: number;
  cursor?: string;
  /** Part of an email, or the complete id of an account or a user. */
  search?: string;
  /** Only suspended accounts, or only others. */
  suspended?: boolean;
  /** The account with this id of the operator's. */
  externalId?: string;
  /** Only accounts on this plan. */
  plan?: string;
}

/** The longest parts in the index of emails: see `text_parts` in baseline.sql. */
const PART_LENGTH = 3;

type AccountRow = RowOfColumns<typeof ACCOUNT_ROW>;

const SAMPLE = { limit: 20, suspended: true, externalId: 'ada', plan: 'free' };
const LIST = composition('accounts.list', {
  row: ACCOUNT_ROW,
  text: LIST_ACCOUNTS,
  samples: [
    ['true', 1],
    ...['', 'ada@example.com', `acc_${'0'.repeat(32)}`, `usr_${'0'.repeat(32)}`].map(
      (search): [string, number] => [searching({ ...SAMPLE, search }, 'before', 21).text, 21],
    ),
  ],
});

/** Lists accounts with their users, newest first: ids are UUIDv7, which sort by time. */
@Injectable()
export class AccountsReader {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsService,
  ) {}

  async list(query: AccountsFilter): Promise<Page<AccountView>> {
    const before = decodeIdCursor(query.cursor);
    const conditions = searching(query, before, query.limit + 1);
    const rows = await this.read(conditions, query.limit + 1);
    return pageOf(rows, query.limit, show, (row) => [row.id]);
  }

  /** @param id as in the database. @throws 404. */
  async find(id: string): Promise<AccountView> {
    const [row] = await this.read(new Conditions<AccountEntity>().where('id', '=', id), 1);
    if (!row) throw new AppError('account_not_found');
    return show(row);
  }

  /** @param ids as in the database; few. */
  async firstEmails(ids: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.database.list('administrators', FIRST_EMAILS, { accounts: ids });
    return new Map(rows.map(({ account_id: id, email }) => [id, email]));
  }

  private async read(conditions: Conditions<AccountEntity>, limit: number): Promise<AccountRow[]> {
    const list = LIST.of([conditions.text, limit]);
    const rows = await this.database.search('administrators', list, conditions.values);
    for (const row of rows) {
      if (!row.is_due) continue;
      const { balance, held } = await this.credits.walletOf(row.id);
      [row.balance, row.held] = [balance.toString(), held.toString()];
    }
    return rows;
  }
}

function searching(
  filter: AccountsFilter,
  before: string | undefined,
  limit: number,
): Conditions<AccountEntity> {
  const { search: text = '', suspended } = filter;
  const conditions = new Conditions<AccountEntity>();
  const search = text.trim();
  const isMatch = matching(filter, before, conditions);
  conditions.whereText(isMatch('a.id'));
  const [account, user] = [parsePublicId('acc', search), parsePublicId('usr', search)];
  if (account) return conditions.where('id', '=', account);
  if (user) return conditions.whereText(HAS_USER, user);
  if (search === '' && !suspended) return conditions;
  if (search === '')
    return conditions.whereText(IN_SUSPENDED(isMatch('suspended_accounts.account_id'), limit));
  const part = search.toLowerCase();
  const [value, parts] = [part, partsOf(part)].map((one) => conditions.placeholder(one));
  return conditions.whereText(HAS_EMAIL_PART(value!, parts!, isMatch('users.account_id'), limit));
}

/** A search selects a page before the list is read, so both must have the same conditions. @param conditions get the parameters. */
function matching(
  { suspended, externalId, plan }: AccountsFilter,
  before: string | undefined,
  conditions: Conditions<AccountEntity>,
): (account: string) => string {
  const parts: ((account: string) => string)[] = [];
  const add = (value: string, condition: (account: string, placeholder: string) => string) => {
    const placeholder = conditions.placeholder(value);
    parts.push((account) => condition(account, placeholder));
  };
  if (before) add(before, (account, value) => `${account} < ${value}::uuid`);
  if (externalId !== undefined) add(externalId, HAS_EXTERNAL_ID);
  if (plan !== undefined)
    add(plan, (account, value) => (account === 'a.id' ? `a.plan = ${value}` : HAS_PLAN(account, value)));
  if (suspended !== undefined) parts.push((account) => HAS_SUSPENSION(account, suspended));
  return (account) => parts.map((part) => part(account)).join(' and ') || 'true';
}

/** The parts are in the index of emails and together contain all characters of the text. */
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
    suspended: row.suspended,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    externalId: row.external_id,
    name: row.name,
    users: row.users.map(({ id, email, role }) => ({ id: publicId('usr', id), email, role })),
  };
}
