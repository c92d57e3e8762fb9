import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds names of accounts and alerts about low balances. Both tables are new and nothing else is locked. Workers of the release before
 * sum entries without looking for crossings, so a crossing may be noticed with the next entry only once all workers run this release.
 */
export class BalanceAlerts1764900800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNT_NAMES);
    await runner.query(BALANCE_ALERTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table balance_alerts, account_names');
  }
}

const ACCOUNT_NAMES = `
-- What the people of an account call it. Not in accounts, whose rows get a version with every charge.
create table account_names (
  account_id uuid constraint account_names_pkey primary key,
  name text not null constraint account_names_length check (char_length(name) between 1 and 100)
)`;

const BALANCE_ALERTS = `
-- Below which balance an account gets a mail, and whether one is due. Not in accounts, for the same reason.
create table balance_alerts (
  account_id uuid constraint balance_alerts_pkey primary key,
  -- In thousandths of a credit; null: no alert.
  below bigint constraint balance_alerts_below_positive check (below > 0),
  -- The balance was below at from_entry, or when the alert was set.
  is_low boolean not null default false,
  -- The entry of the ledger that changed is_low, or the newest one when the alert was set. Earlier ones do not count.
  from_entry bigint not null,
  -- When a worker may send the mail about the crossing; null: none is due.
  mail_due_at timestamptz,
  -- Of the mail about this crossing.
  attempts integer not null default 0,
  -- Mails about crossings since mails_since, within an hour.
  mails integer not null default 0,
  mails_since timestamptz,
  constraint balance_alerts_mail_when_low check (mail_due_at is null or is_low)
);
create index balance_alerts_mail_due on balance_alerts (mail_due_at) where mail_due_at is not null`;
