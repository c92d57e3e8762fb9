import { Injectable } from '@nestjs/common';
import {
  type PredictionEntity,
  PredictionPresenter,
  PredictionReader,
  timelineOf,
} from '../generation/index.js';
import { Conditions, Database, firstIdAt, type Runnable } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  decodeIdCursor,
  filterId,
  NO_SUCH_ID,
  type Page,
  pageOf,
  parseQueryInstant,
  publicId,
} from '../platform/http/index.js';
import { isPrediction, LIST_FILTERED_PREDICTIONS_OF_ALL } from './filtered-list-of-all.sql.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import { HistoryReader } from './history.reader.js';
import {
  FIND_KEYS_ACCOUNT,
  FIND_TIME,
  type HistoryRow,
  LIST_ALL_PREDICTIONS,
  LIST_ALL_PREDICTIONS_BY_TIME,
} from './history.sql.js';
import { addFilters, DASHBOARD, filtersOf, hasFilters, showEntry } from './history-row.js';
import { DRIFT_MS } from './id-times.js';
import { MOST_KINDS } from './prediction-kinds.js';

export type OwnedEntry = HistoryEntry & { accountId: string; provider: string };

type AllPredictionsQuery = HistorySearchQuery & { accountId?: string };

const OWNER = 'administrators';

/**
 * Reads predictions of all accounts, for administrators only. Ordered by id, which is a UUIDv7 and so in order of creation: the primary key
 * serves it, whereas an index over all accounts by time would slow down every creation. A list by dates reads a range of ids, one with
 * filters the kinds of predictions there are (`filtered-list-of-all.sql.ts`). The list of one account is that account's own, in the order
 * of its times. Every cursor is the id of a page's last row.
 */
@Injectable()
export class AllPredictionsReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
    private readonly history: HistoryReader,
    private readonly events: PredictionReader,
  ) {}

  async list(query: AllPredictionsQuery): Promise<Page<OwnedEntry>> {
    const before = decodeIdCursor(query.cursor);
    const accountId = await this.findAccount(query);
    const rows =
      accountId === null || query.predictionId
        ? await this.readAll(query, accountId, before)
        : await this.readAccount(query, accountId, before);
    return pageOf(
      rows,
      query.limit,
      (row) => this.show(row),
      (row) => [row.id],
    );
  }

  /** @param id as in the database. @throws 404. */
  async read(id: string): Promise<OwnedEntry> {
    return this.show(await this.get(id));
  }

  /** @param id as in the database. @throws 404. */
  async readWithTimeline(id: string): Promise<OwnedEntry> {
    const [row, events] = await Promise.all([this.get(id), this.events.events(id)]);
    return { ...this.show(row), timeline: timelineOf(row, events) };
  }

  private async get(id: string): Promise<HistoryRow> {
    const conditions = new Conditions<PredictionEntity>().where('id', '=', id);
    const statement = LIST_ALL_PREDICTIONS.of([conditions.text, 1]);
    const [row] = await this.database.run(statement, conditions.values);
    if (!row) throw new AppError('prediction_not_found');
    return row;
  }

  /** Returns null when the filters select no account. A key is of one account. */
  private async findAccount({ accountId, keyId }: AllPredictionsQuery): Promise<string | null> {
    if (accountId) return filterId('acc', accountId);
    if (!keyId || keyId === DASHBOARD) return null;
    const key = filterId('key', keyId);
    const [row] = await this.database.run(FIND_KEYS_ACCOUNT, { key });
    return row?.account_id ?? NO_SUCH_ID;
  }

  private async readAccount(
    query: AllPredictionsQuery,
    accountId: string,
    before: string | undefined,
  ): Promise<HistoryRow[]> {
    if (before === undefined) return this.history.readRows(OWNER, accountId, query, null);
    const [row] = await this.database.run(FIND_TIME, { prediction: before });
    return row ? this.history.readRows(OWNER, accountId, query, [row.created_at, before]) : [];
  }

  private async readAll(
    query: AllPredictionsQuery,
    accountId: string | null,
    before: string | undefined,
  ): Promise<HistoryRow[]> {
    if (!query.predictionId && hasFilters(query)) {
      const { statement, values } = filteredListOf(query, before);
      const rows = await this.database.list(OWNER, statement, values);
      if (rows[0]!.kinds <= MOST_KINDS) return rows.filter(isPrediction);
    }
    const { statement, values } = plainListOf(query, accountId, before);
    return this.database.list(OWNER, statement, values);
  }

  private show(row: HistoryRow): OwnedEntry {
    return {
      ...showEntry(row, this.presenter),
      accountId: publicId('acc', row.account_id),
      provider: row.provider,
    };
  }
}

function plainListOf(
  query: AllPredictionsQuery,
  accountId: string | null,
  before: string | undefined,
): { statement: Runnable<readonly unknown[], HistoryRow>; values: unknown[] } {
  const conditions = new Conditions<PredictionEntity>();
  if (accountId) conditions.where('account_id', '=', accountId);
  addFilters(conditions, query);
  if (before) conditions.where('id', '<', before, 'uuid');
  const { text, values } = conditions;
  const limit = query.limit + 1;
  if (query.predictionId || !(query.from || query.to))
    return { statement: LIST_ALL_PREDICTIONS.of([text, limit]), values };
  const idRange = idRangeOf(query, conditions);
  return { statement: LIST_ALL_PREDICTIONS_BY_TIME.of([text, idRange, limit]), values };
}

function filteredListOf(query: AllPredictionsQuery, before: string | undefined) {
  const scope = new Conditions<PredictionEntity>();
  const { kinds, places, all } = filtersOf(scope, query);
  if (query.keyId) scope.whereNull('key_id');
  const next = scope.beside();
  if (before) next.where('id', '<', before, 'uuid');
  const statement = LIST_FILTERED_PREDICTIONS_OF_ALL.of([
    {
      ...{ scope: scope.text, kinds: kinds.text, places: places.text, all: all.text, next: next.text },
      isOneState: query.status !== undefined,
      idRange: idRangeOf(query, scope),
      limit: query.limit + 1,
    },
  ]);
  return { statement, values: scope.values };
}

/** Every row created in the given time meets the condition, unless it is misdated. */
function idRangeOf({ from, to }: AllPredictionsQuery, conditions: Conditions<PredictionEntity>): string {
  const range = conditions.beside();
  if (from) range.where('id', '>=', firstIdAt(parseQueryInstant('from', from).getTime() - DRIFT_MS), 'uuid');
  if (to) range.where('id', '<', firstIdAt(parseQueryInstant('to', to).getTime() + DRIFT_MS + 1), 'uuid');
  return range.text;
}
