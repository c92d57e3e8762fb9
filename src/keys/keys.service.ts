import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { parsePublicId, publicId } from '../http/index.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { hashSecret, lastFourOf, makeSecret, maskOf, prefixOf } from './key-secret.js';
import {
  type CreatedKeyBody,
  type CreateKeyDto,
  type KeyBody,
  type KeyListBody,
  type KeyRecord,
  MAX_ACTIVE_KEYS,
} from './keys.dto.js';
import { CREATE, FIND, type KeyRow, LIST, REVOKE } from './keys.sql.js';

/** The dashboard's side of API keys. Somebody else's, unknown and malformed ids all get the same 404. */
@Injectable()
export class KeysService {
  constructor(private readonly database: Database) {}

  /** @throws 409 `active_key_limit_reached` for the 21st active key, whatever the concurrency. */
  async create(accountId: string, asked: CreateKeyDto): Promise<CreatedKeyBody> {
    const secret = makeSecret(asked.env);
    const values = [uuid(), accountId, asked.name, asked.env, lastFourOf(secret), hashSecret(secret)];
    // Whoever loses a place to another create tries the next one. Each round takes a place for good or ends here, so
    // this is 20 rounds at most unless keys are being revoked at the same time.
    for (;;) {
      const [row] = await this.database.query<{ place: number | null } & (KeyRow | { id: null })>(CREATE, [
        ...values,
        asked.scopes,
        asked.rateLimit,
      ]);
      if (row!.place === null) throw new AppError('active_key_limit_reached');
      if (row!.id !== null) return { success: true, key: secret, ...show(row!) };
    }
  }

  async list(accountId: string): Promise<KeyListBody> {
    const rows = await this.database.query<KeyRow>(LIST, [accountId]);
    return { success: true, keys: rows.map(show), maxActive: MAX_ACTIVE_KEYS };
  }

  async rename(accountId: string, keyId: string, name: string): Promise<KeyBody> {
    const id = idOf(keyId);
    await this.database.manager.update(ApiKeyEntity, { id, accountId }, { name });
    // Told is what this call has set, also when another rename came between the two statements.
    return { ...(await this.read(accountId, id)), name };
  }

  /** Takes effect with the next request everywhere: nothing keeps keys in memory. Repeating it changes nothing. */
  async revoke(accountId: string, keyId: string): Promise<KeyBody> {
    const id = idOf(keyId);
    await this.database.query(REVOKE, [id, accountId]);
    return this.read(accountId, id);
  }

  private async read(accountId: string, id: string): Promise<KeyBody> {
    const [row] = await this.database.query<KeyRow>(FIND, [id, accountId]);
    if (!row) throw new AppError('key_not_found');
    return { success: true, ...show(row) };
  }
}

function idOf(keyId: string): string {
  const id = parsePublicId('key', keyId);
  if (id === null) throw new AppError('key_not_found');
  return id;
}

function show(row: KeyRow): KeyRecord {
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
