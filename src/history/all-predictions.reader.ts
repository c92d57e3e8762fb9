import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { type PredictionEntity, PredictionPresenter } from '../generation/index.js';
import {
  decodeCursor,
  type Page,
  pageOf,
  parsePublicId,
  parseQueryInstant,
  publicId,
} from '../http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import {
  LIST_ALL_PREDICTIONS,
  LIST_ALL_PREDICTIONS_BY_TIME,
  LIST_PREDICTIONS_BY_ID,
  type OwnedRow,
} from './history.sql.js';
import { addFilters, DASHBOARD, NO_SUCH_ID, showEntry, UUID } from './history-row.js';
import { DRIFT_MS, firstIdAt, timeOfId } from './id-times.js';

/** A prediction as administrators see it. */
export type OwnedEntry = HistoryEntry & { accountId: string; provider: string };

type AllPredictionsQuery = HistorySearchQuery & { accountId?: string };

const OF_KEYS_ACCOUNT = 'account_id = (select account_id from api_keys where id = ?)';

/**
 * Reads predictions of all accounts, for administrators only. Ordered by id, which is a UUIDv7 and so in order of
 * creation: the primary key serves it, whereas an index over all accounts by time would slow down every creation. A list by
 * dates reads a range of ids; a list of one account reads its index by time and puts the page in the order of ids.
 */
@Injectable()
export class AllPredictionsReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(query: AllPredictionsQuery): Promise<Page<OwnedEntry>> {
    const { statement, conditions } = listOf(query);
    const rows = await this.database.list<OwnedRow>('administrators', statement, conditions.values);
    return pageOf(
      rows,
      query.limit,
      (row) => this.show(row),
      (row) => [row.id],
    );
  }

  /** @param id as in the database. @throws 404. */
  async read(id: string): Promise<OwnedEntry> {
    const conditions = new Conditions<PredictionEntity>().where('id', '=', id);
    const statement = LIST_ALL_PREDICTIONS(conditions.text, 1);
    const [row] = await this.database.query<OwnedRow>(statement, conditions.values);
    if (!row) throw new AppError('prediction_not_found');
    return this.show(row);
  }

  private show(row: OwnedRow): OwnedEntry {
    return {
      ...showEntry(row, this.presenter),
      accountId: publicId('acc', row.account_id),
      provider: row.provider,
    };
  }
}

function listOf(query: AllPredictionsQuery): { statement: string; conditions: Conditions<PredictionEntity> } {
  const conditions = new Conditions<PredictionEntity>();
  const limit = query.limit + 1;
  const isOfOneAccount = addAccount(conditions, query);
  addFilters(conditions, query);
  const [before] = decodeCursor(query.cursor, [UUID]) ?? [];
  const isByIndexOfAccount = isOfOneAccount && !query.predictionId;
  // As a function the comparison fits no index: the planner would choose the primary key, and read the rows of all accounts.
  if (before && isByIndexOfAccount) conditions.whereText('uuid_lt(id, ?::uuid)', before);
  else if (before) conditions.where('id', '<', before, 'uuid');
  if (isByIndexOfAccount) {
    const { text } = conditions;
    const from = before === undefined ? 'true' : `created_at < ${conditions.placeholder(latestOf(before))}`;
    return {
      statement: LIST_PREDICTIONS_BY_ID(text, from, `${2 * DRIFT_MS} milliseconds`, limit),
      conditions,
    };
  }
  if (!query.predictionId && (query.from || query.to)) {
    const { text } = conditions;
    return { statement: LIST_ALL_PREDICTIONS_BY_TIME(text, idRangeOf(query, conditions), limit), conditions };
  }
  return { statement: LIST_ALL_PREDICTIONS(conditions.text, limit), conditions };
}

/** Adds the account that the filters select. @returns false when they select none. A key is of one account. */
function addAccount(
  conditions: Conditions<PredictionEntity>,
  { accountId, keyId }: AllPredictionsQuery,
): boolean {
  if (accountId) conditions.where('account_id', '=', parsePublicId('acc', accountId) ?? NO_SUCH_ID);
  else if (keyId && keyId !== DASHBOARD)
    conditions.whereText(OF_KEYS_ACCOUNT, parsePublicId('key', keyId) ?? NO_SUCH_ID);
  else return false;
  return true;
}

/** Returns a time after the creation of all rows with a lower id, but the misdated. */
function latestOf(id: string): Date {
  return new Date(timeOfId(id) + DRIFT_MS + 1);
}

function idRangeOf({ from, to }: AllPredictionsQuery, conditions: Conditions<PredictionEntity>): string {
  const bound = (operator: string, milliseconds: number) =>
    `id ${operator} ${conditions.placeholder(firstIdAt(milliseconds))}::uuid`;
  const bounds = [
    from && bound('>=', parseQueryInstant('from', from).getTime() - DRIFT_MS),
    to && bound('<', parseQueryInstant('to', to).getTime() + DRIFT_MS + 1),
  ];
  return bounds.filter(Boolean).join(' and ');
}
