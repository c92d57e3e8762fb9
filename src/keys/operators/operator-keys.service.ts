import { Injectable } from '@nestjs/common';
import { type AuditSource, AuditTrail } from '../../audit/index.js';
import { Database, LOCK_NAME, newId } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  decodeIdCursor,
  type OperatorScope,
  pageOf,
  type PageQuery,
  parsePublicId,
  publicId,
  requirePublicId,
} from '../../platform/http/index.js';
import { createOperatorSecret, hashSecret, lastFourOf, maskOfOperatorKey } from '../key-secret.js';
import { OperatorKeyEntity } from './operator-key.entity.js';
import type {
  CreatedOperatorKeyBody,
  OperatorKeyBody,
  OperatorKeyRecord,
  OperatorKeysPage,
} from './operator-keys.dto.js';
import { CREATE, FIND, LIST, LOCK, type OperatorKeyRow } from './operator-keys.sql.js';

/** The limit holds for the whole installation. */
export const MAX_USABLE_OPERATOR_KEYS = 20;

export interface NewOperatorKey {
  name: string;
  scopes: readonly OperatorScope[];
  /** ISO 8601. */
  expiresAt?: string | null;
  /** Results of `parseAddressRule`. */
  allowedIps?: readonly string[] | null;
}

/** Every change has an event in the audit trail; `by` is who makes it. Takes effect with the next request: keys are not cached. */
@Injectable()
export class OperatorKeys {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** Creates a key. @throws 409 `operator_key_limit_reached` for the 21st usable key, at any concurrency. */
  async create(request: NewOperatorKey, by: AuditSource): Promise<CreatedOperatorKeyBody> {
    const { name, scopes, expiresAt = null, allowedIps = null } = request;
    const [id, secret] = [newId(), createOperatorSecret()];
    const values = {
      id,
      name,
      lastFour: lastFourOf(secret),
      hash: hashSecret(secret),
      scopes,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      allowedIps,
      most: MAX_USABLE_OPERATOR_KEYS,
      createdBy: by.actor.id === null ? null : parsePublicId('usr', by.actor.id),
    };
    return this.database.transaction(async (tx) => {
      // One transaction at a time creates operator keys, so that their number stays bounded.
      await tx.run(LOCK_NAME, { name: 'operator_keys' });
      if ((await tx.run(CREATE, values)).length === 0) throw new AppError('operator_key_limit_reached');
      const [row] = await tx.run(FIND, { key: id });
      const record = showKey(row!);
      const after = { name, scopes, expiresAt: record.expiresAt, allowedIps: record.allowedIps };
      const change = { accountId: null, action: 'operator_key.created', target: record.id, after };
      await this.audit.record(tx, { ...by, ...change });
      return { success: true, key: secret, ...record };
    });
  }

  /** Newest first, ended ones included. */
  async list({ limit, cursor }: PageQuery): Promise<OperatorKeysPage> {
    const before = decodeIdCursor(cursor) ?? null;
    const rows = await this.database.run(LIST, { before, limit: limit + 1 });
    return pageOf(rows, limit, showKey, (row) => [row.id]);
  }

  /** Is permanent and idempotent. @throws 404. */
  async revoke(keyId: string, by: AuditSource): Promise<OperatorKeyBody> {
    const id = requirePublicId('opk', keyId, 'operator_key_not_found');
    return this.database.transaction(async (tx) => {
      const [key] = await tx.run(LOCK, { key: id });
      if (!key) throw new AppError('operator_key_not_found');
      if (key.status !== 'revoked') {
        await tx.manager.update(OperatorKeyEntity, { id }, { revokedAt: () => 'clock_timestamp()' });
        const change = { accountId: null, action: 'operator_key.revoked', target: publicId('opk', id) };
        await this.audit.record(tx, { ...by, ...change });
      }
      const [row] = await tx.run(FIND, { key: id });
      return { success: true, ...showKey(row!) };
    });
  }
}

function showKey(row: OperatorKeyRow): OperatorKeyRecord {
  return {
    id: publicId('opk', row.id),
    name: row.name,
    masked: maskOfOperatorKey(row.last_four),
    scopes: row.scopes,
    allowedIps: row.allowed_ips,
    requests: Number(row.requests),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    status: row.status,
    createdBy: row.created_by && publicId('usr', row.created_by),
    createdByEmail: row.created_by_email,
    createdAt: row.created_at.toISOString(),
  };
}
