import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Conditions, Database, type Runnable } from '../platform/database/index.js';
import {
  createBadCursorError,
  decodeCursor,
  filterId,
  type Page,
  pageOf,
  parseQueryInstant,
  publicId,
} from '../platform/http/index.js';
import { toCredits } from './amount.js';
import type { LedgerEntry, StatementEntry, StatementFileQuery } from './credits.dto.js';
import { CreditExpiry } from './expiry/credit-expiry.js';
import { ENTRIES, ENTRIES_BETWEEN, type LedgerRow, type TimeBounds } from './ledger.reader.sql.js';
import type { LedgerIdCipher } from './ledger-ids.js';
import { LedgerIds } from './ledger-ids.js';
import type { LedgerTransferEntity } from './ledger-transfer.entity.js';
import { sendStatement } from './statement-file.js';

const NO_ENTRY = '0';
/** Entries in memory at once while a whole ledger is read: few, because formatting them holds the event loop. */
const BATCH_SIZE = 250;

/** Cursors in the present form, and in the earlier one, where an id was the number of its entry. */
const [CURSOR, COUNTED_CURSOR] = [/^led_[0-9a-f]{32}$/, /^\d{1,18}$/];

/** Captures move only held credits and are left out. */
@Injectable()
export class LedgerReader {
  constructor(
    private readonly database: Database,
    private readonly ids: LedgerIds,
    private readonly expiry: CreditExpiry,
  ) {}

  async list(accountId: string, query: ListQuery): Promise<Page<LedgerEntry>> {
    return this.page(accountId, query, toEntry);
  }

  async statement(accountId: string, query: StatementFileQuery & ListQuery): Promise<Page<StatementEntry>> {
    return this.page(accountId, query, toStatementEntry);
  }

  /** Sends a file of all entries once it has a place: see `Database.file`. */
  async sendFile(response: Response, accountId: string, filter: StatementFileQuery): Promise<void> {
    return this.database.file(accountId, () => sendStatement(response, this.batches(accountId, filter)));
  }

  /** Yields batches, newest first. Entries made after the first batch are left out. */
  async *batches(accountId: string, filter: StatementFileQuery): AsyncGenerator<StatementEntry[]> {
    const ids = await this.ids.load();
    await this.expiry.settleDue(accountId);
    for (let before: string | null = null; ;) {
      const { statement, values } = entries(accountId, before, BATCH_SIZE, filter, ids);
      const rows: LedgerRow[] = await this.database.batch(accountId, statement, values);
      yield rows.map((row) => toStatementEntry(row, ids));
      if (rows.length < BATCH_SIZE) return;
      before = rows.at(-1)!.id;
    }
  }

  private async page<T>(
    accountId: string,
    { limit, cursor, ...filter }: StatementFileQuery & ListQuery,
    toItem: (row: LedgerRow, ids: LedgerIdCipher) => T,
  ): Promise<Page<T>> {
    const ids = await this.ids.load();
    // The newest entry is that of the expiry.
    if (cursor === undefined) await this.expiry.settleDue(accountId);
    const { statement, values } = entries(accountId, beforeOf(ids, cursor), limit + 1, filter, ids);
    const rows = await this.database.list(accountId, statement, values);
    const toShown = (row: LedgerRow) => toItem(row, ids);
    return pageOf(rows, limit, toShown, ({ id }) => [ids.encrypt(id)]);
  }
}

function entries(
  accountId: string,
  before: string | null,
  limit: number,
  { id, kind, from, to, predictionId }: StatementFileQuery,
  ids: LedgerIdCipher,
): { statement: Runnable<readonly unknown[], LedgerRow>; values: unknown[] } {
  const conditions = new Conditions<LedgerTransferEntity>();
  const account = conditions.placeholder(accountId);
  if (id) conditions.where('id', '=', ids.parse(id) ?? NO_ENTRY);
  if (before !== null) conditions.where('id', '<', before);
  // A literal, so that the partial index fits. The DTO has let only known kinds through.
  if (kind) conditions.whereLiteral('kind', kind);
  if (predictionId) conditions.where('prediction_id', '=', filterId('pred', predictionId));
  const times = addTimes(conditions, from, to);
  // One entry, or the few of a prediction, are found by the id.
  const isRange = (times.from ?? times.to) !== undefined && !id && !predictionId;
  const statement = isRange
    ? ENTRIES_BETWEEN.of([account, conditions.text, limit, times])
    : ENTRIES.of([account, conditions.text, limit]);
  return { statement, values: conditions.values };
}

function addTimes(
  conditions: Conditions<LedgerTransferEntity>,
  from: string | undefined,
  to: string | undefined,
): TimeBounds {
  const bounds: TimeBounds = {};
  if (from) bounds.from = conditions.placeholder(parseQueryInstant('from', from));
  if (to) bounds.to = conditions.placeholder(parseQueryInstant('to', to));
  if (bounds.from) conditions.whereText(`created_at >= ${bounds.from}::timestamptz`);
  if (bounds.to) conditions.whereText(`created_at < ${bounds.to}::timestamptz`);
  return bounds;
}

interface ListQuery {
  limit: number;
  cursor?: string;
  id?: string;
}

/** Returns the entry that the page starts after. @throws 400 for a cursor that no page returned. */
function beforeOf(ids: LedgerIdCipher, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [place] = decodeCursor(cursor, [new RegExp(`${CURSOR.source}|${COUNTED_CURSOR.source}`)])!;
  const before = ids.parse(CURSOR.test(place!) ? place! : `led_${place}`);
  if (before === null) throw createBadCursorError();
  return before;
}

function toEntry(row: LedgerRow, ids: LedgerIdCipher): LedgerEntry {
  return {
    id: ids.encrypt(row.id),
    kind: row.kind,
    amount: toCredits(row.signed),
    balanceAfter: toCredits(row.balance_after),
    predictionId: row.prediction_id === null ? null : publicId('pred', row.prediction_id),
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}

function toStatementEntry(row: LedgerRow, ids: LedgerIdCipher): StatementEntry {
  return { ...toEntry(row, ids), modelKey: row.model_key };
}
