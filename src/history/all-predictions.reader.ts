import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { type PredictionEntity, PredictionPresenter } from '../generation/index.js';
import { decodeCursor, type Page, pageOf, parsePublicId, publicId } from '../http/index.js';
import type { HistoryEntry, HistorySearchQuery } from './history.dto.js';
import { LIST_ALL_PREDICTIONS, type OwnedRow } from './history.sql.js';
import { addFilters, NO_SUCH_ID, showEntry, UUID } from './history-row.js';

/** A prediction as administrators see it. */
export type OwnedEntry = HistoryEntry & { accountId: string; provider: string };

/**
 * Reads predictions of all accounts, for administrators only. Ordered by id, which is a UUIDv7 and so in order of
 * creation: the primary key serves it, whereas an index over all accounts by time would slow down every creation.
 */
@Injectable()
export class AllPredictionsReader {
  constructor(
    private readonly database: Database,
    private readonly presenter: PredictionPresenter,
  ) {}

  async list(query: HistorySearchQuery & { accountId?: string }): Promise<Page<OwnedEntry>> {
    const conditions = new Conditions<PredictionEntity>();
    if (query.accountId)
      conditions.where('account_id', '=', parsePublicId('acc', query.accountId) ?? NO_SUCH_ID);
    addFilters(conditions, query);
    const [before] = decodeCursor(query.cursor, [UUID]) ?? [];
    if (before) conditions.where('id', '<', before, 'uuid');
    const statement = LIST_ALL_PREDICTIONS(conditions.text, query.limit + 1);
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
