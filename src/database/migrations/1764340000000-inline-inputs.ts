import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves files sent inside requests from the row to the asset storage. Adds the weight of a prediction in the fair line, so
 * that a prediction that ends before it was begun returns it. Processes of the version before write neither column and may
 * run at the same time: the sweeper finds the files they leave.
 */
export class InlineInputs1764340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
-- Inserted before the files of a prediction are written and deleted after them. No foreign keys: the prediction is
-- inserted later, and a check of the account would wait for the lock of its wallet.
create table inline_inputs (
  prediction_id uuid constraint inline_inputs_pkey primary key,
  account_id uuid not null,
  bytes bigint not null constraint inline_inputs_bytes_positive check (bytes > 0),
  created_at timestamptz not null default clock_timestamp()
);
create index inline_inputs_age on inline_inputs (created_at, prediction_id);
alter table predictions
  -- Bytes of the files below inputs/<id>/ in the asset storage, to which inline_media links. Null: none.
  add column inline_bytes bigint,
  -- Milliseconds of work that it moved its account back in the fair line. Null: not known.
  add column weight bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table predictions drop column weight, drop column inline_bytes`);
    await runner.query('drop table inline_inputs');
  }
}
