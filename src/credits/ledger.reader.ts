import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import { decodeCursor, type Page, pageOf } from '../http/index.js';
import { toCredits } from './amount.js';
import type { LedgerEntry } from './credits.dto.js';

interface LedgerRow {
  id: string;
  kind: LedgerEntry['kind'];
  signed: string;
  balance_after: string;
  prediction_id: string | null;
  note: string | null;
  created_at: Date;
}

/** The ledger as its owner reads it: what moved the wallet. A capture moves held credits only and is not shown. */
@Injectable()
export class LedgerReader {
  constructor(private readonly database: Database) {}

  async list(accountId: string, query: { limit: number; cursor?: string }): Promise<Page<LedgerEntry>> {
    const [before] = decodeCursor(query.cursor, [/^\d{1,18}$/]) ?? [null];
    const rows = await this.database.query<LedgerRow>(
      `select id, kind, case destination when 'wallet' then amount else -amount end as signed,
              balance_after, prediction_id, note, created_at
       from ledger_transfers
       where account_id = $1 and kind <> 'capture' and ($2::bigint is null or id < $2)
       order by id desc limit $3`,
      [accountId, before, query.limit + 1],
    );
    return pageOf(rows, query.limit, show, (row) => [row.id]);
  }
}

function show(row: LedgerRow): LedgerEntry {
  return {
    id: `led_${row.id}`,
    kind: row.kind,
    amount: toCredits(row.signed),
    balanceAfter: toCredits(row.balance_after),
    predictionId: row.prediction_id === null ? null : `pred_${row.prediction_id.replaceAll('-', '')}`,
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}
