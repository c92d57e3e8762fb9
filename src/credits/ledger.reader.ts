import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '../database/index.js';
import { decodeCursor, type Page, pageOf, parsePublicId, publicId, queryInstant } from '../http/index.js';
import { toCredits } from './amount.js';
import type { LedgerEntry, StatementEntry, StatementFilter } from './credits.dto.js';

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

/** Of account $1, by further conditions. */
const ENTRIES = (conditions: string, limit: number) => `
select id, kind, case destination when 'wallet' then amount else -amount end as signed, balance_after, prediction_id, note,
  created_at, (select model_key from predictions p where p.id = prediction_id) as model_key
from ledger_transfers where account_id = $1 and kind <> 'capture' and ${conditions}
order by id desc limit ${limit}
`;

/** No prediction has this id: a filter for nonsense finds nothing. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
/** Entries that are in memory at once while a whole ledger is read. */
const BATCH = 1_000;

/** The ledger as its owner reads it: what moved the wallet. A capture moves held credits only and is not shown. */
@Injectable()
export class LedgerReader {
  constructor(private readonly database: Database) {}

  async list(accountId: string, query: { limit: number; cursor?: string }): Promise<Page<LedgerEntry>> {
    const { limit, cursor } = query;
    const rows = await this.read(accountId, beforeOf(cursor), limit + 1, {});
    return pageOf(rows, limit, show, (row) => [row.id]);
  }

  /** The same, by filters, with the model that each charge and refund was for. */
  async statement(
    accountId: string,
    query: StatementFilter & { limit: number; cursor?: string },
  ): Promise<Page<StatementEntry>> {
    const { limit, cursor, ...filter } = query;
    const rows = await this.read(accountId, beforeOf(cursor), limit + 1, filter);
    return pageOf(rows, limit, showWithModel, (row) => [row.id]);
  }

  /** All entries by filters, newest first, a batch at a time. What is entered meanwhile is not among them. */
  async *batches(accountId: string, filter: StatementFilter): AsyncGenerator<StatementEntry[]> {
    for (let before: string | null = null; ;) {
      const rows: LedgerRow[] = await this.read(accountId, before, BATCH, filter);
      yield rows.map(showWithModel);
      if (rows.length < BATCH) return;
      before = rows.at(-1)!.id;
    }
  }

  private async read(
    accountId: string,
    before: string | null,
    limit: number,
    { kind, from, to, predictionId }: StatementFilter,
  ): Promise<LedgerRow[]> {
    const conditions = new Conditions(accountId);
    if (before !== null) conditions.where('id < ?', before);
    if (kind) conditions.where('kind = ?', kind);
    if (from) conditions.where('created_at >= ?', queryInstant('from', from));
    if (to) conditions.where('created_at < ?', queryInstant('to', to));
    if (predictionId) conditions.where('prediction_id = ?', parsePublicId('pred', predictionId) ?? NOTHING);
    return this.database.query<LedgerRow>(ENTRIES(conditions.text, limit), conditions.values);
  }
}

function beforeOf(cursor: string | undefined): string | null {
  return decodeCursor(cursor, [/^\d{1,18}$/])?.[0] ?? null;
}

function show(row: LedgerRow): LedgerEntry {
  return {
    id: `led_${row.id}`,
    kind: row.kind,
    amount: toCredits(row.signed),
    balanceAfter: toCredits(row.balance_after),
    predictionId: row.prediction_id === null ? null : publicId('pred', row.prediction_id),
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}

function showWithModel(row: LedgerRow): StatementEntry {
  return { ...show(row), modelKey: row.model_key };
}
