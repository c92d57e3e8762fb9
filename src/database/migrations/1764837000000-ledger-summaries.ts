import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds sums of the ledger. They begin empty, and workers fill them: until then the figures are read from the entries or the
 * predictions, so no start waits for a large ledger.
 */
export class LedgerSummaries1764837000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUMMARIES);
    await runner.query('insert into summary_position default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table summary_position, spending_sums, ledger_quarters');
    await runner.query('alter table ledger_checkpoint drop column sums_to');
  }
}

const SUMMARIES = `
-- How far the ledger is summed: one row.
create table summary_position (
  only_row boolean constraint summary_position_pkey primary key default true
    constraint summary_position_only_row check (only_row),
  -- Every entry up to this id is in the sums, and no later one.
  entries_to bigint not null default 0
);

-- What predictions cost, by the quarter of an hour (UTC) in which they were created.
create table spending_sums (
  grouping text not null constraint spending_sums_grouping_known check (grouping in ('all', 'model', 'key')),
  account_id uuid not null,
  quarter timestamptz not null,
  -- The model key, or the id of the API key. Empty: all, or the dashboard.
  value text not null,
  charged bigint not null,
  refunded bigint not null,
  predictions bigint not null,
  completed bigint not null,
  failed bigint not null,
  -- The last entry in these sums.
  last_entry bigint not null,
  constraint spending_sums_pkey primary key (grouping, account_id, quarter, value)
) with (fillfactor = 80);

-- Where the summed entries of a quarter of an hour are.
create table ledger_quarters (
  account_id uuid not null,
  quarter timestamptz not null,
  first_entry bigint not null,
  last_entry bigint not null,
  constraint ledger_quarters_pkey primary key (account_id, quarter)
) with (fillfactor = 80);

-- Sums with entries up to this one are verified.
alter table ledger_checkpoint add column sums_to bigint not null default 0;
`;
