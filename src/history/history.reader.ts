import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { validationFailed } from '../errors/index.js';
import { PREDICTION_COLUMNS, PredictionPresenter, type PredictionRow } from '../generation/index.js';
import { decodeCursor, type Page, pageOf, parsePublicId, publicId } from '../http/index.js';
import type { HistoryEntry, HistoryQuery } from './history.dto.js';

type HistoryRow = PredictionRow & {
  input: Record<string, unknown>;
  key_id: string;
  env: 'live' | 'test';
  /** Microseconds, as text: a JavaScript date would lose the last three digits and with them the place in the list. */
  created_exact: string;
};

const CURSOR = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
] as const;

/**
 * Past predictions, newest first. A page is the next rows of an index after the last one seen, so page 10,000 costs
 * what page 1 does. Only the conditions that were asked for are in the statement: each combination has its own plan.
 */
@Injectable()
export class HistoryReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(accountId: string, query: HistoryQuery, operation?: 'reframe'): Promise<Page<HistoryEntry>> {
    const values: unknown[] = [accountId];
    const conditions = ['account_id = $1'];
    const where = (condition: string, ...given: unknown[]) => {
      conditions.push(condition.replace(/\?/g, () => `$${values.push(given.shift())}`));
    };
    if (operation) where(`operation = '${operation}'`);
    // A literal, so that the index of failed ones is seen to fit.
    if (query.status) where(`status = '${query.status}'`);
    if (query.modality) where('modality = ?', query.modality);
    if (query.modelKey) where('model_key = ?', query.modelKey);
    if (query.keyId) where('key_id = ?', parsePublicId('key', query.keyId) ?? NOBODY);
    if (query.env) where('env = ?', query.env);
    if (query.externalUserId) where('external_user_id = ?', query.externalUserId);
    if (query.from) where('created_at >= ?', instant('from', query.from));
    if (query.to) where('created_at < ?', instant('to', query.to));
    const cursor = readCursor(query.cursor);
    if (cursor) where('(created_at, id) < (?::timestamptz, ?::uuid)', ...cursor);

    const rows = await this.database.query<HistoryRow>(
      `select ${PREDICTION_COLUMNS}, input, key_id, env,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_exact
       from predictions where ${conditions.join(' and ')}
       order by created_at desc, id desc limit ${query.limit + 1}`,
      values,
    );
    return pageOf(
      rows,
      query.limit,
      (row) => this.show(row),
      (row) => [row.created_exact, row.id],
    );
  }

  private show(row: HistoryRow): HistoryEntry {
    return {
      ...this.presenter.show(row),
      prompt: typeof row.input.prompt === 'string' ? row.input.prompt : null,
      input: row.input,
      keyId: publicId('key', row.key_id),
      env: row.env,
    };
  }
}

/** No key has this id: a filter for somebody else's, or for nonsense, finds nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

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

function instant(field: string, text: string): Date {
  const date = new Date(text);
  // ISO 8601 knows more than JavaScript does (weeks, ordinal days), and PostgreSQL ends in the year 294276.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw validationFailed([{ field, message: 'must be a date and time such as 2026-11-20T09:30:00Z' }]);
  }
  return date;
}
