import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds suspended accounts. Processes of the release before do not know the table: a suspension holds everywhere once all of them
 * have ended.
 */
export class SuspendedAccounts1764900500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUSPENDED_ACCOUNTS);
  }

  /** Lifts all suspensions. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table suspended_accounts');
  }
}

const SUSPENDED_ACCOUNTS = `
-- A table, not a column: every admission reads it, and a row of accounts gets a version with every charge.
create table suspended_accounts (
  account_id uuid constraint suspended_accounts_pkey primary key,
  since timestamptz not null default clock_timestamp(),
  -- The administrator.
  by_user uuid
);
create trigger suspended_accounts_have_account after insert or update of account_id on suspended_accounts
  for each row execute function require_account();
`;
