import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import {
  createBadCursorError,
  decodeCursor,
  type Page,
  pageOf,
  parsePublicId,
  parseQueryInstant,
  publicId,
} from '../http/index.js';
import { toCredits } from './amount.js';
import type { LedgerEntry, StatementEntry, StatementFilter } from './credits.dto.js';
import { ENTRIES } from './ledger.reader.sql.js';
import type { LedgerIdCipher } from './ledger-ids.js';
import { LedgerIds } from './ledger-ids.js';
import type { LedgerTransferEntity } from './ledger-transfer.entity.js';

interface LedgerRow {
  id: string;
  kind: LedgerEntry['kind'];
  signed: string;
  balance_after: string;
  prediction_id: string | null;
  model_key: string | null;
  note: string | null;
  created_at: Date;
}

/** No prediction has this id: a filter for nonsense finds nothing. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
/** No entry has this id. */
const NO_ENTRY = '0';
/** Entries that are in memory at once while a whole ledger is read. */
const BATCH = 1_000;

/** Cursors as they are now, and as they were while an id was the number of its entry. */
const [CURSOR, COUNTED_CURSOR] = [/^led_[0-9a-f]{32}$/, /^\d{1,18}$/];

/** The ledger as its owner reads it: what moved the wallet. A capture moves held credits only and is not shown. */
@Injectable()
export class LedgerReader {
  constructor(
    private readonly database: Database,
    private readonly ids: LedgerIds,
  ) {}

  async list(accountId: string, query: ListQuery): Promise<Page<LedgerEntry>> {
    const ids = await this.ids.load();
    return pageOf(
      await this.page(accountId, query, ids),
      query.limit,
      (row) => show(row, ids),
      (row) => [ids.show(row.id)],
    );
  }

  /** The same, by filters, with the model that each charge and refund was for. */
  async statement(accountId: string, query: StatementFilter & ListQuery): Promise<Page<StatementEntry>> {
    const ids = await this.ids.load();
    return pageOf(
      await this.page(accountId, query, ids),
      query.limit,
      (row) => showWithModel(row, ids),
      (row) => [ids.show(row.id)],
    );
  }

  /** All entries by filters, newest first, a batch at a time. What is entered meanwhile is not among them. */
  async *batches(accountId: string, filter: StatementFilter): AsyncGenerator<StatementEntry[]> {
    const ids = await this.ids.load();
    for (let before: string | null = null; ;) {
      // Not in the lane of lists: half a file would be cut off where the lane is full, and each batch is a range of an index.
      const { text, values } = entries(accountId, before, BATCH, filter, ids);
      const rows: LedgerRow[] = await this.database.query<LedgerRow>(text, values);
      yield rows.map((row) => showWithModel(row, ids));
      if (rows.length < BATCH) return;
      before = rows.at(-1)!.id;
    }
  }

  private async page(
    accountId: string,
    { limit, cursor, ...filter }: StatementFilter & ListQuery,
    ids: LedgerIdCipher,
  ): Promise<LedgerRow[]> {
    const { text, values } = entries(accountId, beforeOf(ids, cursor), limit + 1, filter, ids);
    return this.database.list<LedgerRow>(accountId, text, values);
  }
}

function entries(
  accountId: string,
  before: string | null,
  limit: number,
  { id, kind, from, to, predictionId }: StatementFilter,
  ids: LedgerIdCipher,
): { text: string; values: unknown[] } {
  const conditions = new Conditions<LedgerTransferEntity>(accountId);
  if (id) conditions.where('id', '=', ids.parse(id) ?? NO_ENTRY);
  if (before !== null) conditions.where('id', '<', before);
  if (kind) conditions.where('kind', '=', kind);
  if (from) conditions.where('created_at', '>=', parseQueryInstant('from', from));
  if (to) conditions.where('created_at', '<', parseQueryInstant('to', to));
  if (predictionId) conditions.where('prediction_id', '=', parsePublicId('pred', predictionId) ?? NOTHING);
  return { text: ENTRIES(conditions.text, limit), values: conditions.values };
}

interface ListQuery {
  limit: number;
  cursor?: string;
  id?: string;
}

/** @throws 400 for a cursor that was not handed out. */
function beforeOf(ids: LedgerIdCipher, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [place] = decodeCursor(cursor, [new RegExp(`${CURSOR.source}|${COUNTED_CURSOR.source}`)])!;
  const before = ids.parse(CURSOR.test(place!) ? place! : `led_${place}`);
  if (before === null) throw createBadCursorError();
  return before;
}

function show(row: LedgerRow, ids: LedgerIdCipher): LedgerEntry {
  return {
    id: ids.show(row.id),
    kind: row.kind,
    amount: toCredits(row.signed),
    balanceAfter: toCredits(row.balance_after),
    predictionId: row.prediction_id === null ? null : publicId('pred', row.prediction_id),
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}

function showWithModel(row: LedgerRow, ids: LedgerIdCipher): StatementEntry {
  return { ...show(row, ids), modelKey: row.model_key };
}
