import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds sums of the ledger over all accounts. They begin empty, and workers fill them in short parts: no start waits for a large
 * ledger.
 */
export class OverviewSums1764909000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUMS);
    await runner.query('insert into overview_position default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table overview_position, overview_sums');
    await runner.query('alter table ledger_checkpoint drop column overview_to');
  }
}

const SUMS = `
-- How far the ledger is in overview_sums: one row.
create table overview_position (
  only_row boolean constraint overview_position_pkey primary key default true
    constraint overview_position_only_row check (only_row),
  -- Every entry up to this id is in the sums, and no later one.
  entries_to bigint not null default 0
);

-- What the entries of all accounts add up to in an hour or a day (UTC), and in all.
create table overview_sums (
  span text not null constraint overview_sums_span_known check (span in ('hour', 'day', 'all')),
  -- The kind of the entries; failure: refunds by error code; account: charges by account.
  figure text not null constraint overview_sums_figure_known check (
    figure in ('charge', 'capture', 'refund', 'failure', 'account', 'grant', 'adjustment', 'debt', 'expiry')),
  starts_at timestamptz not null,
  -- The model key, the error code, the account, or the destination of an entry that is not of a prediction.
  value text not null,
  entries bigint not null,
  -- Thousandths of a credit.
  amount bigint not null,
  first_entry bigint not null,
  -- A verification skips hours that have no new entry.
  last_entry bigint not null,
  constraint overview_sums_pkey primary key (span, figure, starts_at, value)
) with (fillfactor = 80);

-- Hours of overview_sums with entries up to this one are verified.
alter table ledger_checkpoint add column overview_to bigint not null default 0;
`;
