import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import { AppError, validationFailed } from '../errors/index.js';
import { parsePredictionId, type PredictionEntity, PredictionPresenter } from '../generation/index.js';
import { decodeCursor, type Page, pageOf } from '../http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import { FIND_REQUEST, type HistoryRow, LIST_PREDICTIONS, type PlacedRow } from './history.sql.js';
import { addFilters, showEntry, showRequest, UUID } from './history-row.js';

const CURSOR = [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, UUID] as const;

/**
 * Lists past predictions of an account, newest first. Keyset pagination: a page is an index range after the last row,
 * so page 10,000 costs the same as page 1. The statement contains only the requested conditions, so each combination
 * has its own plan.
 */
@Injectable()
export class HistoryReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(accountId: string, query: HistorySearchQuery): Promise<Page<HistoryEntry>> {
    const conditions = new Conditions<PredictionEntity>().where('account_id', '=', accountId);
    addFilters(conditions, query);
    const cursor = readCursor(query.cursor);
    if (cursor) conditions.whereBefore(['created_at', 'id'], cursor, ['timestamptz', 'uuid']);
    const statement = LIST_PREDICTIONS(conditions.text, query.limit + 1);
    const rows = await this.database.list<PlacedRow>(accountId, statement, conditions.values);
    return pageOf(
      rows,
      query.limit,
      (row) => showEntry(row, this.presenter),
      (row) => [row.created_exact, row.id],
    );
  }

  /**
   * Returns the request of a prediction, which its status does not include. @throws 404, also for another account's.
   */
  async getRequest(
    accountId: string,
    predictionId: string,
  ): Promise<Pick<HistoryEntry, 'prompt' | 'input' | 'keyId' | 'env'>> {
    const values = [accountId, parsePredictionId(predictionId)];
    const [row] = await this.database.query<HistoryRow>(FIND_REQUEST, values);
    if (!row) throw new AppError('prediction_not_found');
    return showRequest(row);
  }
}

/** @throws 400 also for an impossible date (30 February), which PostgreSQL would reject with an error. */
function readCursor(text: string | undefined): [string, string] | null {
  const cursor = decodeCursor(text, CURSOR) as [string, string] | null;
  const second = cursor?.[0].slice(0, 19);
  const date = new Date(`${second}Z`);
  if (cursor && (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 19) !== second)) {
    throw validationFailed([{ field: 'cursor', message: 'is not a cursor of this list' }]);
  }
  return cursor;
}
