import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { type AuditSource, AuditTrail, SYSTEM_SOURCE } from '../audit/index.js';
import { Catalogue } from '../catalogue/index.js';
import { CreditsService, fromCredits, toCredits } from '../credits/index.js';
import {
  Database,
  isUniqueViolation,
  newId,
  type Queryable,
  type Transaction,
} from '../platform/database/index.js';
import { AppError, validationFailed } from '../platform/errors/index.js';
import { publicId, requirePublicId } from '../platform/http/index.js';
import { AccountLimits } from './account-limits.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { KeyPages } from './key-pages.js';
import { auditedChange, auditedSettings, type KeyIdentity, toKeyRecord } from './key-record.js';
import { createSecret, hashSecret, lastFourOf } from './key-secret.js';
import { KeySpending, NOTHING_SPENT } from './key-spending.js';
import {
  type CreatedKeyBody,
  type CreateKeyDto,
  DEFAULT_RATE_LIMIT,
  type KeyBody,
  type KeyListBody,
  MAX_ACTIVE_KEYS,
  type OwnKeyBody,
  type RequestsLeft,
  type SpendLeft,
  type UpdateKeyDto,
} from './keys.dto.js';
import {
  ANNOUNCE_END,
  CREATE,
  FIND,
  type KeyRow,
  LIST_SOME,
  LOCK,
  REVOKE,
  ROTATE,
  TAKE_PLACE,
} from './keys.sql.js';

/** How often a change tries to take a place that concurrent ones take first. Each round fills one of the 20. */
const PLACE_ROUNDS = 25;

/**
 * The management of API keys. Unknown ids, malformed ids and ids of other accounts all get the same 404. Every change has an event in the
 * audit trail; `by` is who makes it. Takes effect with the next request in every process: keys are not cached.
 */
@Injectable()
export class KeysService {
  private readonly pages: KeyPages;

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly audit: AuditTrail,
    private readonly spending: KeySpending,
    private readonly credits: CreditsService,
    private readonly limits: AccountLimits,
  ) {
    this.pages = new KeyPages(database);
  }

  /** Creates a key. @throws 400 for an unknown model; 409 `active_key_limit_reached` for the 21st active key, at any concurrency. */
  async create(accountId: string, request: CreateKeyDto, by = SYSTEM_SOURCE): Promise<CreatedKeyBody> {
    this.requireModels(request.allowedModels);
    const rateLimit = await this.rateLimitOf(accountId, request.rateLimit);
    const secret = createSecret(request.env);
    const id = newId();
    const { name, env, scopes, allowedModels = null, allowedIps = null } = request;
    const key = {
      ...{ id, account: accountId, name, env, scopes, rateLimit, allowedModels, allowedIps },
      ...{ lastFour: lastFourOf(secret), hash: hashSecret(secret) },
      expiresAt: instantOf(request.expiresAt),
      // Null is allowed, and means none.
      metadata: JSON.stringify(request.metadata ?? {}),
    };
    const { spendLimit } = request;
    return this.database.change(accountId, async (tx) => {
      if (spendLimit) await this.spending.lock(tx, accountId);
      // A create that loses a place to a concurrent one tries the next. Each round fills a place or ends the loop, so
      // there are at most 20 rounds unless keys are revoked at the same time.
      for (let isCreated = false; !isCreated;) {
        const [row] = await tx.run(CREATE, key);
        if (row!.place === null) throw new AppError('active_key_limit_reached');
        isCreated = row!.is_created;
      }
      const created = await findIn(tx, accountId, id);
      await this.record(tx, by, created, 'key.created', null, auditedSettings(created));
      const spending = spendLimit
        ? await this.spending.set(tx, accountId, id, spendLimit, by)
        : NOTHING_SPENT;
      return { success: true, key: secret, ...toKeyRecord(created), ...spending };
    });
  }

  /** Lists the usable and disabled keys and the newest ended keys; with a cursor, older ended keys. */
  async list(accountId: string, cursor?: string): Promise<KeyListBody> {
    const { keys, ...page } = await this.pages.read(accountId, cursor);
    return {
      success: true,
      keys: await this.spending.addTo(accountId, keys),
      ...page,
      maxActive: MAX_ACTIVE_KEYS,
    };
  }

  /** Lists keys of the account by their ids, as in the database: of a list, some may be on later pages. */
  async listSome(accountId: string, ids: string[]): Promise<KeyIdentity[]> {
    return (await this.database.run(LIST_SOME, { account: accountId, keys: ids })).map(toKeyRecord);
  }

  /** Reads the calling key by its id, as in the database. @param requests what is left of its rate limit. */
  async readOwn(accountId: string, id: string, requests: RequestsLeft): Promise<OwnKeyBody> {
    const { limit, remaining, resetSeconds } = requests;
    const key = await this.bodyOf(await findIn(this.database, accountId, id));
    return { ...key, limits: { requests: { limit, remaining, resetSeconds }, spend: spendLeft(key) } };
  }

  /**
   * Changes the settings that the request has. An ended key stays ended, except that a new expiry makes an expired key usable again.
   * @throws 400 for an unknown model, or without a setting; 409 `active_key_limit_reached` when an expired key has no place left.
   */
  async update(
    accountId: string,
    keyId: string,
    request: UpdateKeyDto,
    by = SYSTEM_SOURCE,
  ): Promise<KeyBody> {
    const id = idOf(keyId);
    this.requireModels(request.allowedModels);
    if (request.rateLimit !== undefined) await this.rateLimitOf(accountId, request.rateLimit);
    const columns = columnsOf(request);
    if (Object.keys(columns).length === 0 && request.spendLimit === undefined)
      throw validationFailed([{ field: 'name', message: 'name or another setting to change is required' }]);
    for (let round = 1; ; round++) {
      try {
        const { row, spending } = await this.database.change(accountId, async (tx) => {
          const { spendLimit } = request;
          if (spendLimit !== undefined) await this.spending.lock(tx, accountId);
          const after = await this.updateIn(tx, accountId, id, columns, by);
          const set =
            spendLimit === undefined ? null : await this.spending.set(tx, accountId, id, spendLimit, by);
          return { row: after, spending: set };
        });
        if (spending) return { success: true, ...toKeyRecord(row), ...spending };
        return await this.bodyOf(row);
      } catch (error) {
        // Another transaction has taken the place that an expired key was given again.
        if (round === PLACE_ROUNDS || !isUniqueViolation(error)) throw error;
      }
    }
  }

  /**
   * Replaces a key by a new one with the same settings and budgets. The old one works for `graceSeconds` more, and its own predecessor no
   * longer. Of concurrent rotations of one key the first wins. @throws 409 `key_not_rotatable` for a key that is neither active nor
   * disabled.
   */
  async rotate(
    accountId: string,
    keyId: string,
    graceSeconds: number,
    by = SYSTEM_SOURCE,
  ): Promise<CreatedKeyBody> {
    const oldId = idOf(keyId);
    const replacingId = newId();
    const rotated = await this.database.change(accountId, async (tx) => {
      const old = await findIn(tx, accountId, oldId, LOCK);
      // A key that both retires and is disabled is shown as disabled.
      const status = old.retires_at !== null && old.status === 'disabled' ? 'retiring' : old.status;
      if (status !== 'active' && status !== 'disabled')
        throw new AppError('key_not_rotatable', {
          message: `This API key is ${status}: only an active or disabled one can be rotated.`,
        });
      const secret = createSecret(old.env);
      const ended = await tx.run(ROTATE, {
        ...{ key: oldId, account: accountId, id: replacingId, graceSeconds },
        ...{ lastFour: lastFourOf(secret), hash: hashSecret(secret) },
      });
      const created = await findIn(tx, accountId, replacingId);
      const rotated = { replacedBy: publicId('key', replacingId), graceSeconds };
      await this.record(tx, by, old, 'key.rotated', null, rotated);
      await this.recordEnds(tx, accountId, ended, oldId, by);
      return { secret, created };
    });
    return { ...(await this.bodyOf(rotated.created)), key: rotated.secret };
  }

  /** Revokes a key, and what it has replaced, permanently. Idempotent. */
  async revoke(accountId: string, keyId: string, by = SYSTEM_SOURCE): Promise<KeyBody> {
    const id = idOf(keyId);
    const row = await this.database.change(accountId, async (tx) => {
      const key = await findIn(tx, accountId, id, LOCK);
      if (key.status === 'revoked') return key;
      const ended = await tx.run(REVOKE, { key: id, account: accountId });
      await this.record(tx, by, key, 'key.revoked');
      await this.recordEnds(tx, accountId, ended, id, by);
      return findIn(tx, accountId, id);
    });
    return this.bodyOf(row);
  }

  /** Adds what counts towards the spend limit. */
  private async bodyOf(row: KeyRow): Promise<KeyBody> {
    const [key] = await this.spending.addTo(row.account_id, [toKeyRecord(row)]);
    return { success: true, ...key! };
  }

  private async updateIn(
    tx: Transaction,
    accountId: string,
    id: string,
    columns: KeyColumns,
    by: AuditSource,
  ): Promise<KeyRow> {
    const before = await findIn(tx, accountId, id, LOCK);
    if (Object.keys(columns).length > 0) await tx.manager.update(ApiKeyEntity, { id, accountId }, columns);
    const isRevived = columns.expiresAt !== undefined && !before.has_place && before.revoked_at === null;
    if (isRevived && (await tx.run(TAKE_PLACE, { key: id, account: accountId })).length === 0)
      throw new AppError('active_key_limit_reached');
    if (columns.disabledAt) await tx.run(ANNOUNCE_END, { key: id });
    const after = await findIn(tx, accountId, id);
    const change = auditedChange(before, after);
    if (change) await this.record(tx, by, after, 'key.changed', change.before, change.after);
    return after;
  }

  /** Keys that `id` replaced before end as a consequence of what was done with `id`. */
  private async recordEnds(
    tx: Transaction,
    accountId: string,
    ended: { id: string }[],
    id: string,
    by: AuditSource,
  ): Promise<void> {
    for (const predecessor of ended.filter((key) => key.id !== id))
      await this.record(tx, by, { id: predecessor.id, account_id: accountId }, 'key.revoked');
  }

  private async record(
    tx: Transaction,
    by: AuditSource,
    { id, account_id: accountId }: Pick<KeyRow, 'id' | 'account_id'>,
    action: string,
    before: object | null = null,
    after: object | null = null,
  ): Promise<void> {
    await this.audit.record(tx, { ...by, accountId, action, target: publicId('key', id), before, after });
  }

  /** @throws 400 when the rate limit is above that of the account or its plan. */
  private async rateLimitOf(accountId: string, asked: number | undefined): Promise<number> {
    const { plans } = this.catalogue;
    const { plan } = await this.credits.walletOf(accountId);
    const highest = await this.limits.maxRateLimitOf(accountId, plans.of(plan));
    return plans.rateLimitOf(plan, { asked, usual: DEFAULT_RATE_LIMIT, highest });
  }

  /** @throws 400 that names the first model which this installation does not offer. */
  private requireModels(models: readonly string[] | null | undefined): void {
    const unknown = models?.find((key) => this.catalogue.findServed(key) === undefined);
    if (unknown === undefined) return;
    const message = `allowedModels must be keys of GET /api/models; there is no model ${JSON.stringify(unknown.slice(0, 100))}`;
    throw validationFailed([{ field: 'allowedModels', message }]);
  }
}

type KeyColumns = QueryDeepPartialEntity<ApiKeyEntity>;

function columnsOf(request: UpdateKeyDto): KeyColumns {
  const { name, rateLimit, expiresAt, allowedModels, allowedIps, metadata, disabled } = request;
  const columns: KeyColumns = {
    name,
    rateLimit,
    expiresAt: expiresAt === undefined ? undefined : instantOf(expiresAt),
    allowedModels,
    allowedIps,
    metadata: metadata === null ? {} : metadata,
    disabledAt: disabled === undefined ? undefined : disabled ? NOW_IF_NOT_YET : null,
  };
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]: [string, unknown]) => value !== undefined),
  );
}

/** After a limit was lowered, more can be spent than it allows. */
function spendLeft({ spendLimit, spent }: KeyBody): SpendLeft | null {
  if (!spendLimit) return null;
  const left = fromCredits(spendLimit.credits) - fromCredits(spent.credits);
  return {
    limit: spendLimit.credits,
    remaining: left > 0n ? toCredits(left) : 0,
    resetsAt: spent.periodEndsAt,
  };
}

const NOW_IF_NOT_YET = () => 'coalesce(disabled_at, clock_timestamp())';

const instantOf = (text: string | null | undefined): Date | null =>
  text === null || text === undefined ? null : new Date(text);

/** @param statement `LOCK` locks until the end of the transaction. @throws 404. */
async function findIn(
  database: Queryable,
  accountId: string,
  id: string,
  statement: typeof FIND | typeof LOCK = FIND,
): Promise<KeyRow> {
  const [row] = await database.run(statement, { key: id, account: accountId });
  if (!row) throw new AppError('key_not_found');
  return row;
}

/** @throws 404. */
const idOf = (keyId: string) => requirePublicId('key', keyId, 'key_not_found');
