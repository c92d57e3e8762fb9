import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inTransaction } from '../build-index.js';

/**
 * Adds what the calendar months of plans have given to accounts. A row per account; triggers keep its plan, so that accounts which
 * processes of the release before create or change are found too. Each step may run again after it was killed.
 */
export class PlanMonths1764908100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inTransaction(runner, PLAN_MONTHS);
    // The triggers lock the accounts, and this takes long: each in a transaction of its own.
    await inTransaction(
      runner,
      'insert into plan_months (account_id, plan) select id, plan from accounts on conflict do nothing',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger if exists accounts_plan_months_of_new on accounts');
    await runner.query('drop trigger if exists accounts_plan_months_of_changed on accounts');
    await runner.query('drop function if exists track_plan_month()');
    await runner.query('drop table if exists plan_months');
  }
}

const PLAN_MONTHS = `
-- What the running month of its plan has given to an account, if its plan gives credits by the calendar.
create table if not exists plan_months (
  account_id uuid constraint plan_months_pkey primary key,
  -- Of the account, kept by triggers.
  plan text not null,
  -- When a worker considers the account next.
  due_at timestamptz not null default '-infinity',
  -- The newest month in which the plan gave credits, its first day, and how many, in thousandths.
  month date,
  granted bigint not null default 0
);
create index if not exists plan_months_due on plan_months (plan, due_at);
create or replace function track_plan_month() returns trigger language plpgsql as $$
begin
  insert into plan_months (account_id, plan) values (new.id, new.plan)
  on conflict (account_id) do update set plan = excluded.plan, due_at = '-infinity' where plan_months.plan <> excluded.plan;
  return null;
end $$;
create or replace trigger accounts_plan_months_of_new after insert on accounts for each row execute function track_plan_month();
create or replace trigger accounts_plan_months_of_changed after update of plan on accounts for each row execute function track_plan_month()
`;
