import { Injectable } from '@nestjs/common';
import { type PredictionEntity, PredictionPresenter } from '../generation/index.js';
import { Conditions, Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  decodePlace,
  filterId,
  type Page,
  pageOf,
  parsePublicId,
  parseQueryInstant,
} from '../platform/http/index.js';
import { type FilteredList, hasPlace, LIST_FILTERED_PREDICTIONS } from './filtered-list.sql.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import { FIND_REQUEST, LIST_PREDICTIONS, type PlacedRow } from './history.sql.js';
import { addFilters, DASHBOARD, filtersOf, hasFilters, showEntry, showRequest } from './history-row.js';
import { MOST_KINDS } from './prediction-kinds.js';

/**
 * Pages of this length without a filter are prepared, because planning takes a third of their time. Every other page is a statement of its
 * own; they are too many to keep in each connection.
 */
const PREPARED_LIMIT = 20;

/**
 * Lists past predictions of an account, newest first. A page is an index range after the last row, so page 10,000 costs the same as page 1.
 * The statement contains only the requested conditions, so each combination has its own plan. Without filters, and by time, a page is one
 * index range; others read the kinds of predictions that an account has (`filtered-list.sql.ts`).
 */
@Injectable()
export class HistoryReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(accountId: string, query: HistorySearchQuery): Promise<Page<HistoryEntry>> {
    return pageOf(
      await this.readRows(accountId, accountId, query, decodePlace(query.cursor)),
      query.limit,
      (row) => showEntry(row, this.presenter),
      (row) => [formatExact(row.created_exact), row.id],
    );
  }

  /** Reads the rows of a page and the one after it. @param owner of the read: see `Database.list`. @internal */
  async readRows(
    owner: string,
    accountId: string,
    query: HistorySearchQuery,
    cursor: Cursor,
  ): Promise<PlacedRow[]> {
    const bounded = withOneUpperBound(query, cursor);
    const filtered = needsKinds(bounded) ? await this.readFiltered(owner, accountId, bounded, cursor) : null;
    return filtered ?? this.readPlain(owner, accountId, bounded, cursor);
  }

  private readPlain(
    owner: string,
    accountId: string,
    query: HistorySearchQuery,
    cursor: Cursor,
  ): Promise<PlacedRow[]> {
    const conditions = new Conditions<PredictionEntity>().where('account_id', '=', accountId);
    const unfiltered = conditions.text;
    addFilters(conditions, query);
    const isPrepared = conditions.text === unfiltered && query.limit === PREPARED_LIMIT;
    addCursor(conditions, cursor);
    const name = isPrepared ? `history.${cursor ? 'next' : 'first'}-page` : undefined;
    const statement = LIST_PREDICTIONS.of([conditions.text, query.limit + 1], name);
    return this.database.list(owner, statement, conditions.values);
  }

  /** @returns null when the account has too many kinds of predictions. */
  private async readFiltered(
    owner: string,
    accountId: string,
    query: HistorySearchQuery,
    cursor: Cursor,
  ): Promise<PlacedRow[] | null> {
    const scope = new Conditions<PredictionEntity>();
    const account = scope.placeholder(accountId);
    const { kinds, places, all } = filtersOf(scope.whereText(`account_id = ${account}`), query);
    for (const conditions of [places, all]) addCursor(conditions, cursor);
    const key = keyOf(query, kinds);
    const statement = LIST_FILTERED_PREDICTIONS.of([
      {
        ...{ account, key, scope: scope.text, kinds: kinds.text, places: places.text, all: all.text },
        isOneState: query.status !== undefined,
        limit: query.limit + 1,
      },
    ]);
    const rows = await this.database.list(owner, statement, scope.values);
    return rows[0]!.kinds > MOST_KINDS ? null : rows.filter(hasPlace);
  }

  /** Returns what the status of a prediction does not include. @throws 404, also for another account's. */
  async getRequest(
    accountId: string,
    predictionId: string,
  ): Promise<Pick<HistoryEntry, 'prompt' | 'input' | 'keyId' | 'env'>> {
    const prediction = parsePublicId('pred', predictionId);
    const [row] = await this.database.run(FIND_REQUEST, { account: accountId, prediction });
    if (!row) throw new AppError('prediction_not_found');
    return showRequest(row);
  }
}

type Cursor = [string, string] | null;

/** Such a list would have to read a part of the index by time. Processing predictions are few. */
function needsKinds(query: HistorySearchQuery): boolean {
  return hasFilters(query) && !query.predictionId && query.status !== 'processing';
}

function keyOf({ keyId }: HistorySearchQuery, conditions: Conditions<PredictionEntity>): FilteredList['key'] {
  if (!keyId) return 'any';
  if (keyId === DASHBOARD) return 'none';
  return conditions.placeholder(filterId('key', keyId));
}

/**
 * Leaves `to` out when the cursor is earlier, which then bounds the page alone. PostgreSQL 18 starts an index scan with two upper bounds at
 * the first of them, and filters all rows between them out.
 */
export function withOneUpperBound(query: HistorySearchQuery, cursor: Cursor): HistorySearchQuery {
  if (!cursor || !query.to) return query;
  const isEarlier = new Date(cursor[0]) < parseQueryInstant('to', query.to);
  return isEarlier ? { ...query, to: undefined } : query;
}

function addCursor(conditions: Conditions<PredictionEntity>, cursor: Cursor): void {
  if (cursor) conditions.whereBefore(['created_at', 'id'], cursor, ['timestamptz', 'uuid']);
}

/**
 * Formats PostgreSQL's text of a time in UTC (`2026-11-21 19:23:38.1234`, without trailing zeros) with all six digits. Only the last row of
 * a page needs it; `to_char` in the statement would run for each.
 */
function formatExact(time: string): string {
  const [second = '', fraction = ''] = time.split('.');
  return `${second.replace(' ', 'T')}.${fraction.padEnd(6, '0')}Z`;
}
