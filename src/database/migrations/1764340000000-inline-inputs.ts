import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that come inside requests are kept in the asset storage, not in the row; and a prediction knows its place's weight
 * in the fair line, so that one that ends before it was begun gives it back. Rows of the version before have neither, and
 * its processes, which write neither, may run beside: what they leave is found by the sweeper.
 */
export class InlineInputs1764340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
-- Written before the files of a prediction and removed after them. No foreign keys: the prediction comes later, and a
-- check of the account would wait for its wallet.
create table inline_inputs (
  prediction_id uuid constraint inline_inputs_pkey primary key,
  account_id uuid not null,
  bytes bigint not null constraint inline_inputs_bytes_positive check (bytes > 0),
  created_at timestamptz not null default clock_timestamp()
);
create index inline_inputs_age on inline_inputs (created_at, prediction_id);
alter table predictions
  -- Bytes of the files below inputs/<id>/ in the asset storage; inline_media holds links to them then. Null: none.
  add column inline_bytes bigint,
  -- Milliseconds of work that its account was moved back in the fair line for it. Null: not known.
  add column weight bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table predictions drop column weight, drop column inline_bytes`);
    await runner.query('drop table inline_inputs');
  }
}
