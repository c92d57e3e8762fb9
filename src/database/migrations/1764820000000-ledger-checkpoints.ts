import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the checkpoints of the ledger's verification, so that it runs in short parts and continues where it ended.
 * Processes of the version before verify in one snapshot and ignore both tables.
 */
export class LedgerCheckpoints1764820000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECKPOINTS);
    await runner.query('insert into ledger_checkpoint default values');
  }

  /** Nothing of the ledger is lost: the next verification reads everything. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ledger_account_checkpoints, ledger_checkpoint');
  }
}

const CHECKPOINTS = `
-- How far the ledger is verified: one row.
create table ledger_checkpoint (
  only_row boolean constraint ledger_checkpoint_pkey primary key default true
    constraint ledger_checkpoint_only_row check (only_row),
  -- The number of the pass. A new pass reads everything anew; sums of another pass do not count.
  pass bigint not null default 0,
  -- Every entry up to this id is verified: how many, and what they granted less what they earned.
  entries_to bigint not null default 0,
  entries bigint not null default 0,
  granted bigint not null default 0,
  -- Every prediction up to this id is verified and was final, or the walk that continues here has not ended.
  predictions_to uuid not null default '00000000-0000-0000-0000-000000000000',
  -- The first prediction of the running walk that was processing: the next walk begins there.
  oldest_processing uuid,
  -- Findings of this pass. The verification after one with findings is a new pass.
  findings bigint not null default 0
);

-- The running sums of an account over the verified entries.
create table ledger_account_checkpoints (
  account_id uuid constraint ledger_account_checkpoints_pkey primary key,
  pass bigint not null,
  wallet bigint not null,
  held bigint not null,
  granted bigint not null,
  -- Of the last verified entry: the chain of balances continues from it.
  balance_after bigint not null
) with (fillfactor = 80);
`;
