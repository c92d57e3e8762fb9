import { Injectable } from '@nestjs/common';
import { Catalogue } from '../../catalogue/index.js';
import { toCredits } from '../../credits/index.js';
import type { PredictionEntity } from '../../generation/index.js';
import {
  Conditions,
  Database,
  firstIdAt,
  REPORT_SECONDS,
  type Runnable,
} from '../../platform/database/index.js';
import { AppError, validationFailed } from '../../platform/errors/index.js';
import { parsePublicId, publicId } from '../../platform/http/index.js';
import { DRIFT_MS } from '../id-times.js';
import { engineCostsOf } from './engine-costs.js';
import type { AdminUsageItem, UsageItem } from './usage.dto.js';
import type { UsageRange } from './usage.query.js';
import {
  FIND_KEY_NAMES,
  type GroupRow,
  USAGE,
  USAGE_WITH_COSTS,
  type UsageBounds,
  type UsageRow,
  type UsageSource,
} from './usage.sql.js';

/** Owns the reports of administrators: see `Database.report`. */
const ADMINISTRATORS = 'administrators';
/** `query_canceled`: the statement ran until its timeout. `configuration_limit_exceeded`: its sort until `temp_file_limit`. */
const TOO_MUCH_WORK = new Set(['57014', '53400']);

/**
 * Every figure is of one snapshot, so the credits of a group are those of its entries in the ledger. Reports are bounded by days,
 * predictions, groups and seconds, and run in a lane of their own.
 */
@Injectable()
export class UsageReader {
  readonly bounds: UsageBounds = { predictions: 1_000_000, groups: 10_000 };

  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
  ) {}

  /** @param accountId `accounts.id`. @throws 400 for too many predictions or groups. */
  async ofAccount(accountId: string, range: UsageRange): Promise<UsageItem[]> {
    const { source, conditions } = sourceOfAccount(accountId, range);
    const statement = USAGE.of([source, range.fields, this.bounds]);
    const groups = await this.read(accountId, statement, conditions.values);
    return groups.map((row) => showGroup(row, range));
  }

  /** Sends a report as a file once it has a place: see `Database.file`. @param owner null: an administrator. */
  async inFileLane(owner: string | null, send: () => Promise<void>): Promise<void> {
    return this.database.file(owner ?? ADMINISTRATORS, send);
  }

  /** Returns names by the public ids of keys. */
  async keyNames(owner: string | null, items: readonly UsageItem[]): Promise<Map<string, string>> {
    const ids = [...new Set(items.map(({ keyId }) => parsePublicId('key', keyId ?? '')))];
    const rows = await this.database.batch(owner ?? ADMINISTRATORS, FIND_KEY_NAMES, {
      keys: ids.filter((id) => id !== null),
    });
    return new Map(rows.map(({ id, name }) => [publicId('key', id), name]));
  }

  async ofAccountWithCosts(accountId: string, range: UsageRange): Promise<AdminUsageItem[]> {
    return this.readWithCosts(sourceOfAccount(accountId, range), range);
  }

  async ofAll(range: UsageRange): Promise<AdminUsageItem[]> {
    return this.readWithCosts(sourceOfAll(range), range);
  }

  private async readWithCosts({ source, conditions }: Reading, range: UsageRange): Promise<AdminUsageItem[]> {
    const costs = this.costs().map((values) => conditions.placeholder(values));
    const statement = USAGE_WITH_COSTS.of([source, range.fields, this.bounds, costs]);
    const groups = await this.read(ADMINISTRATORS, statement, conditions.values);
    return groups.map((row) => showGroupWithCosts(row, range));
  }

  private async read(
    owner: string,
    statement: Runnable<readonly unknown[], UsageRow>,
    values: unknown[],
  ): Promise<GroupRow[]> {
    const { predictions, groups: most } = this.bounds;
    const rows = await this.database.report(owner, statement, values).catch(explain);
    const groups = rows.filter((row): row is GroupRow => row.count !== null);
    const read = groups.reduce((sum, { count }) => sum + count, 0);
    if (Math.max(rows[0]!.counted, read) > predictions)
      throw validationFailed([
        { field: 'from', message: `must select at most ${predictions} predictions: shorten the range` },
      ]);
    if (groups.length > most)
      throw validationFailed([
        {
          field: 'groupBy',
          message: `must make at most ${most} groups: shorten the range or name fewer fields`,
        },
      ]);
    return groups;
  }

  /** Returns the keys of the models with a cost, the costs of a prediction in thousandths, and those of a credit. */
  private costs(): [string[], number[], number[]] {
    const costs = engineCostsOf(this.catalogue);
    return [
      costs.map(({ modelKey }) => modelKey),
      costs.map(({ perPrediction }) => perPrediction),
      costs.map(({ perCredit }) => perCredit),
    ];
  }
}

interface Reading {
  source: UsageSource;
  conditions: Conditions<PredictionEntity>;
}

const startedIn = ({ from, to }: UsageRange) =>
  new Conditions<PredictionEntity>()
    .where('created_at', '>=', from, 'timestamptz')
    .where('created_at', '<', to, 'timestamptz');

function sourceOfAccount(accountId: string, range: UsageRange): Reading {
  const conditions = startedIn(range);
  const account = conditions.beside().where('account_id', '=', accountId, 'uuid').text;
  return { source: { range: conditions.text, of: { account } }, conditions };
}

function sourceOfAll(range: UsageRange): Reading {
  const conditions = startedIn(range);
  const idsIn = (from: number, to: number) =>
    conditions.beside().where('id', '>=', firstIdAt(from), 'uuid').where('id', '<', firstIdAt(to), 'uuid')
      .text;
  const [from, to] = [range.from.getTime(), range.to.getTime()];
  const ids = idsIn(from - DRIFT_MS, to + DRIFT_MS + 1);
  const sureIds = idsIn(from + DRIFT_MS, to - DRIFT_MS);
  return { source: { range: conditions.text, of: { ids, sureIds } }, conditions };
}

/** @throws a 503 that says what helps, for a report that was cancelled because it took too long. */
function explain(error: unknown): never {
  if (!TOO_MUCH_WORK.has(String((error as { code?: unknown } | null)?.code))) throw error;
  const message = `Adding this up took longer than ${REPORT_SECONDS} s. Shorten the range, or try again later.`;
  throw new AppError('service_unavailable', { message, headers: { 'Retry-After': '60' }, cause: error });
}

function showGroup(row: GroupRow, { fields }: UsageRange): UsageItem {
  const grouped = Object.fromEntries(fields.map((field) => [field, row[field]]));
  if (row.keyId) grouped.keyId = publicId('key', row.keyId);
  const [p50 = null, p95 = null] = row.seconds ?? [];
  return {
    ...grouped,
    count: row.count,
    completed: row.completed,
    failed: row.failed,
    credits: toCredits(row.credits),
    refunded: toCredits(row.refunded),
    p50Seconds: roundSeconds(p50),
    p95Seconds: roundSeconds(p95),
  };
}

function showGroupWithCosts(row: GroupRow, range: UsageRange): AdminUsageItem {
  const isKnown = row.uncosted === 0;
  const engineCost = BigInt(row.engine_cost ?? 0);
  return {
    ...showGroup(row, range),
    engineCost: isKnown ? toCredits(engineCost) : null,
    margin: isKnown ? toCredits(BigInt(row.earned) - engineCost) : null,
  };
}

const roundSeconds = (seconds: number | null) =>
  seconds === null ? null : Math.round(seconds * 1_000) / 1_000;
