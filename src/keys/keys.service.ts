import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { SYSTEM_SOURCE } from '../audit/index.js';
import type { SpendingFields } from '../credits/index.js';
import { Coalescer, Database, type Queryable } from '../database/index.js';
import { AppError, validationFailed } from '../errors/index.js';
import { decodeCursor, encodeCursor, parsePublicId, publicId } from '../http/index.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { createSecret, hashSecret, lastFourOf, maskOf, prefixOf } from './key-secret.js';
import { KeySpending, NOTHING_SPENT } from './key-spending.js';
import {
  type CreatedKeyBody,
  type CreateKeyDto,
  type KeyBody,
  type KeyListBody,
  type KeyRecord,
  MAX_ACTIVE_KEYS,
  type UpdateKeyDto,
} from './keys.dto.js';
import {
  CREATE,
  FIND,
  type KeyRow,
  LIST,
  LIST_FIRST,
  LIST_OLDER,
  LIST_SOME,
  MOST_OF_ONE_PAGE,
  REVOKE,
  REVOKED_PER_PAGE,
} from './keys.sql.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Accounts per statement. */
const LISTS = { maxBatch: 32, lanes: 2 };

/** A record without what counts towards its spend limit. */
export type KeyIdentity = Omit<KeyRecord, keyof SpendingFields>;

/** The management of API keys. Unknown ids, malformed ids and ids of other accounts all get the same 404. */
@Injectable()
export class KeysService {
  /** Lists that are requested together run as one statement. */
  private readonly lists: Coalescer<string, KeyRow[]>;

  constructor(
    private readonly database: Database,
    private readonly spending: KeySpending,
  ) {
    this.lists = new Coalescer((accountIds) => this.readLists(accountIds), LISTS);
  }

  /** Creates a key. @throws 409 `active_key_limit_reached` for the 21st active key, at any concurrency. */
  async create(accountId: string, request: CreateKeyDto, by = SYSTEM_SOURCE): Promise<CreatedKeyBody> {
    const { spendLimit } = request;
    if (!spendLimit) return { ...(await this.createIn(this.database, accountId, request)), ...NOTHING_SPENT };
    return this.database.transaction(async (tx) => {
      await this.spending.lock(tx, accountId);
      const created = await this.createIn(tx, accountId, request);
      return { ...created, ...(await this.spending.set(tx, accountId, idOf(created.id), spendLimit, by)) };
    });
  }

  private async createIn(tx: Queryable, accountId: string, request: CreateKeyDto) {
    const secret = createSecret(request.env);
    const values = [uuid(), accountId, request.name, request.env, lastFourOf(secret), hashSecret(secret)];
    // A create that loses a place to a concurrent one tries the next. Each round fills a place or ends the loop, so
    // there are
    // at most 20 rounds unless keys are revoked at the same time.
    for (;;) {
      const [row] = await tx.query<{ place: number | null } & (KeyRow | { id: null })>(CREATE, [
        ...values,
        request.scopes,
        request.rateLimit,
      ]);
      if (row!.place === null) throw new AppError('active_key_limit_reached');
      if (row!.id !== null) return { success: true as const, key: secret, ...show(row!) };
    }
  }

  /** Lists the active keys and the newest revoked keys; with a cursor, older revoked keys. */
  async list(accountId: string, cursor?: string): Promise<KeyListBody> {
    const [before] = decodeCursor(cursor, [UUID]) ?? [];
    const rows =
      before === undefined ? await this.readFirst(accountId) : await this.readOlder(accountId, before);
    const { keys, ...page } = pageOfKeys(rows);
    return {
      success: true,
      keys: await this.spending.addTo(accountId, keys),
      ...page,
      maxActive: MAX_ACTIVE_KEYS,
    };
  }

  /** Lists keys of the account by their ids, as in the database: of a list, some may be on later pages. */
  async listSome(accountId: string, ids: string[]): Promise<KeyIdentity[]> {
    return (await this.database.query<KeyRow>(LIST_SOME, [accountId, ids])).map(show);
  }

  /** Changes name and spend limit of a key: what is undefined stays. */
  async update(
    accountId: string,
    keyId: string,
    { name, spendLimit }: UpdateKeyDto,
    by = SYSTEM_SOURCE,
  ): Promise<KeyBody> {
    const id = idOf(keyId);
    if (name === undefined && spendLimit === undefined)
      throw validationFailed([{ field: 'body', message: 'must have at least one setting to change' }]);
    await this.database.transaction(async (tx) => {
      if (spendLimit !== undefined) await this.spending.lock(tx, accountId);
      await this.find(tx, accountId, id);
      if (name !== undefined) await tx.manager.update(ApiKeyEntity, { id, accountId }, { name });
      if (spendLimit !== undefined) await this.spending.set(tx, accountId, id, spendLimit, by);
    });
    // Returns the name set by this call even if a concurrent rename has overwritten it.
    return { ...(await this.get(accountId, id)), ...(name !== undefined && { name }) };
  }

  /** Revokes a key. Takes effect with the next request in every process: keys are not cached. Idempotent. */
  async revoke(accountId: string, keyId: string): Promise<KeyBody> {
    const id = idOf(keyId);
    await this.database.query(REVOKE, [id, accountId]);
    return this.get(accountId, id);
  }

  private async readFirst(accountId: string): Promise<KeyRow[]> {
    const rows = await this.lists.call(accountId);
    return rows.length > MOST_OF_ONE_PAGE ? this.database.query<KeyRow>(LIST_FIRST, [accountId]) : rows;
  }

  private async readOlder(accountId: string, keyId: string): Promise<KeyRow[]> {
    return this.database.query<KeyRow>(LIST_OLDER, [accountId, keyId]);
  }

  private async readLists(accountIds: string[]): Promise<KeyRow[][]> {
    const rows = await this.database.prepared<KeyRow>('list-keys', LIST, [accountIds]);
    const lists = new Map(accountIds.map((id) => [id, [] as KeyRow[]]));
    for (const row of rows) lists.get(row.account_id)!.push(row);
    return accountIds.map((id) => lists.get(id)!);
  }

  private async get(accountId: string, id: string): Promise<KeyBody> {
    const row = await this.find(this.database, accountId, id);
    const [key] = await this.spending.addTo(accountId, [show(row)]);
    return { success: true, ...key! };
  }

  private async find(tx: Queryable, accountId: string, id: string): Promise<KeyRow> {
    const [row] = await tx.query<KeyRow>(FIND, [id, accountId]);
    if (!row) throw new AppError('key_not_found');
    return row;
  }
}

/** Returns at most the revoked keys of a page, and the cursor after the last of them if there are more. */
function pageOfKeys(rows: KeyRow[]): { keys: KeyIdentity[]; nextCursor?: string } {
  const revoked = rows.filter((row) => row.revoked_at !== null);
  const rest = revoked.slice(REVOKED_PER_PAGE);
  if (rest.length === 0) return { keys: rows.map(show) };
  const keys = rows.filter((row) => !rest.includes(row)).map(show);
  return { keys, nextCursor: encodeCursor([revoked[REVOKED_PER_PAGE - 1]!.id]) };
}

function idOf(keyId: string): string {
  const id = parsePublicId('key', keyId);
  if (id === null) throw new AppError('key_not_found');
  return id;
}

function show(row: KeyRow): KeyIdentity {
  return {
    id: publicId('key', row.id),
    name: row.name,
    masked: maskOf(row.env, row.last_four),
    prefix: prefixOf(row.env),
    scopes: row.scopes,
    rateLimit: row.rate_limit,
    requests: Number(row.requests),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    status: row.revoked_at ? 'revoked' : 'active',
    createdAt: row.created_at.toISOString(),
  };
}
