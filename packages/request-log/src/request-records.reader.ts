import { Injectable } from '@nestjs/common';
import { Conditions, firstIdAt, timeOfId } from '@offprint/postgres';
import {
  Config,
  Database,
  decodeCursor,
  encodeCursor,
  type Page,
  parsePublicId,
  parseQueryRange,
  publicId,
  type RowOfStatement,
} from 'offprint';
import type { RequestRecord, RequestsQuery } from './request-record.dto.js';
import type { RequestRecordEntity } from './request-record.entity.js';
import { LIST_RECORDS } from './request-records.sql.js';

type RecordRow = RowOfStatement<ReturnType<typeof LIST_RECORDS.of>> & { id: string };

const CURSOR = [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/] as const;
const DAY_MS = 86_400_000;

/** Lists records newest first. */
@Injectable()
export class RequestRecordsReader {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** @param accountId `accounts.id`. */
  async list(accountId: string, query: RequestsQuery): Promise<Page<RequestRecord>> {
    const conditions = this.conditionsOf(accountId, query);
    if (conditions === null) return { success: true, items: [], nextCursor: null };
    const { scope, rest } = conditions;
    const { limit } = query;
    const statement = LIST_RECORDS.of([scope.text, rest.text, limit + 1]);
    const read = await this.database.list(accountId, statement, scope.values);
    const rows = read.filter((row): row is RecordRow => row.id !== null);
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? shown.at(-1)!.id : read[0]!.read_to;
    return { success: true, items: shown.map(showRecord), nextCursor: next && encodeCursor([next]) };
  }

  /** Returns the conditions that one index serves, with its order, and the others; null when nothing can match. The id has the time. */
  private conditionsOf(accountId: string, query: RequestsQuery) {
    const { keyId, status, cursor } = query;
    const { from, to } = parseQueryRange(query);
    const after = decodeCursor(cursor, CURSOR)?.[0];
    const oldest = Date.now() - this.config.requestLog.days * DAY_MS;
    const first = Math.max(oldest, from?.getTime() ?? 0);
    const end = to ? firstIdAt(to.getTime()) : undefined;
    const key = keyId === undefined ? undefined : parsePublicId('key', keyId);
    if (key === null) return null;
    const scope = new Conditions<RequestRecordEntity>().where('account_id', '=', accountId, 'uuid');
    scope.where('id', '>=', firstIdAt(first), 'uuid');
    // PostgreSQL 18 starts an index scan with two upper bounds at the first of them: see `HistoryReader`.
    const [before] = [after, end].filter((id) => id !== undefined).sort();
    if (before !== undefined) scope.where('id', '<', before, 'uuid');
    const rest = scope.beside();
    if (key !== undefined) rest.where('key_id', '=', key, 'uuid');
    // The predicate of the index of failures is part of the text: a plan does not know the value of a parameter.
    if (status !== undefined && status >= 400) scope.whereText('status >= 400 and status = ?', status);
    else if (status !== undefined) rest.where('status', '=', status);
    return { scope, rest };
  }
}

function showRecord(row: RecordRow): RequestRecord {
  return {
    at: new Date(timeOfId(row.id)).toISOString(),
    keyId: publicId('key', row.key_id),
    method: row.method,
    route: row.route,
    status: row.status,
    code: row.code,
    ms: row.ms,
    predictionId: row.prediction_id === null ? null : publicId('pred', row.prediction_id),
    count: row.count,
  };
}
