import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

const INDEXES = [
  // Predictions whose id and `created_at` are of different clocks: lists that select by the time in the id add them. Normally
  // no row. The first 32 of the 48 bits of an id's milliseconds: units of 65.536 s.
  {
    name: 'predictions_misdated',
    table: 'predictions',
    definition: `(id) where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
      not between interval '-5 minutes' and interval '5 minutes'`,
  },
  // Statements by kind. Charges need none: they are half of an account's entries.
  {
    name: 'ledger_transfers_kind',
    table: 'ledger_transfers',
    definition: `(account_id, kind, id desc) where kind in ('grant', 'refund', 'adjustment')`,
  },
];

/** Adds the indexes of lists by dates and of statements by kind. Hardly a row of the hot path enters them. */
export class ListIndexes1764830000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`drop index if exists ${name}`);
  }
}
