import type { SpendingFields } from '../credits/index.js';
import { publicId } from '../platform/http/index.js';
import { maskOf, prefixOf } from './key-secret.js';
import type { KeyRecord } from './keys.dto.js';
import type { KeyRow } from './keys.sql.js';

const idOf = (id: string | null) => id && publicId('key', id);
const timeOf = (time: Date | null) => time?.toISOString() ?? null;

/** A record without what counts towards its spend limit. */
export type KeyIdentity = Omit<KeyRecord, keyof SpendingFields>;

/** Leaves out the spending. */
export function toKeyRecord(row: KeyRow): KeyIdentity {
  return {
    id: publicId('key', row.id),
    name: row.name,
    masked: maskOf(row.env, row.last_four),
    prefix: prefixOf(row.env),
    scopes: row.scopes,
    rateLimit: row.rate_limit,
    requests: Number(row.requests),
    lastUsedAt: timeOf(row.last_used_at),
    // The end of a grace is in both columns; until then the key is not revoked.
    revokedAt: row.status === 'revoked' || row.retires_at === null ? timeOf(row.revoked_at) : null,
    expiresAt: timeOf(endOf(row)),
    allowedModels: row.allowed_models,
    allowedIps: row.allowed_ips,
    metadata: row.metadata,
    replaces: idOf(row.replaces),
    replacedBy: idOf(row.replaced_by),
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}

function endOf({ expires_at: expiry, retires_at: grace }: KeyRow): Date | null {
  if (expiry === null || grace === null) return expiry ?? grace;
  return expiry < grace ? expiry : grace;
}

/** Only the names of metadata are audited: its values can be personal. */
export function auditedSettings(row: KeyRow): Record<string, unknown> {
  return {
    name: row.name,
    env: row.env,
    scopes: row.scopes,
    rateLimit: row.rate_limit,
    expiresAt: timeOf(row.expires_at),
    allowedModels: row.allowed_models,
    allowedIps: row.allowed_ips,
    metadata: Object.keys(row.metadata),
    disabled: row.is_disabled,
  };
}

/** Null: nothing differs. */
export function auditedChange(
  before: KeyRow,
  after: KeyRow,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const [old, now] = [auditedSettings(before), auditedSettings(after)];
  const names = Object.keys(now).filter(
    (name) =>
      JSON.stringify(old[name]) !== JSON.stringify(now[name]) ||
      // The values of metadata are not recorded, but that they changed is.
      (name === 'metadata' && JSON.stringify(before.metadata) !== JSON.stringify(after.metadata)),
  );
  if (names.length === 0) return null;
  const pick = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name]]));
  return { before: pick(old), after: pick(now) };
}
