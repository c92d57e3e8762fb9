import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import { AppError, validationFailed } from '../errors/index.js';
import { parsePredictionId, PredictionPresenter } from '../generation/index.js';
import { decodeCursor, type Page, pageOf } from '../http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import { addFilters, HISTORY_COLUMNS, type HistoryRow, showEntry, showRequest, UUID } from './history-row.js';

/** With microseconds, as text: a JavaScript date would lose the last three digits and with them the place in the list. */
type PlacedRow = HistoryRow & { created_exact: string };

const CURSOR = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, UUID] as const;

/**
 * Past predictions of an account, newest first. A page is the next rows of an index after the last one seen, so page
 * 10,000 costs what page 1 does. Only the conditions that were asked for are in the statement: each combination has
 * its own plan.
 */
@Injectable()
export class HistoryReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(accountId: string, query: HistorySearchQuery): Promise<Page<HistoryEntry>> {
    const conditions = new Conditions(accountId).where('account_id = $1');
    addFilters(conditions, query);
    const cursor = readCursor(query.cursor);
    if (cursor) conditions.where('(created_at, id) < (?::timestamptz, ?::uuid)', ...cursor);
    const rows = await this.database.list<PlacedRow>(
      accountId,
      `select ${HISTORY_COLUMNS},
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact
       from predictions where ${conditions.text}
       order by created_at desc, id desc limit ${query.limit + 1}`,
      conditions.values,
    );
    return pageOf(
      rows,
      query.limit,
      (row) => showEntry(row, this.presenter),
      (row) => [row.created_exact, row.id],
    );
  }

  /** What a prediction was asked for, beside what its status tells. @throws 404 also for another account's. */
  async requestOf(
    accountId: string,
    predictionId: string,
  ): Promise<Pick<HistoryEntry, 'prompt' | 'input' | 'keyId' | 'env'>> {
    const [row] = await this.database.query<HistoryRow>(
      'select input, key_id, env from predictions where account_id = $1 and id = $2',
      [accountId, parsePredictionId(predictionId)],
    );
    if (!row) throw new AppError('prediction_not_found');
    return showRequest(row);
  }
}

/** @throws 400 also for a time that is no time (the 30th of February): PostgreSQL would answer 500 to it. */
function readCursor(text: string | undefined): string[] | null {
  const cursor = decodeCursor(text, CURSOR);
  const second = cursor?.[0]!.slice(0, 19);
  const date = new Date(`${second}Z`);
  if (cursor && (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== second)) {
    throw validationFailed([{ field: 'cursor', message: 'is not a cursor of this list' }]);
  }
  return cursor;
}
