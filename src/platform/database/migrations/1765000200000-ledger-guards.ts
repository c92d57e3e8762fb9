import { addForeignKey, inTransaction } from '@offprint/postgres';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Their `account_id` refers to an account. The ledger and the predictions are the large ones. */
const REFERRING = [
  'users',
  'memberships',
  'api_keys',
  'uploads',
  'checkouts',
  'account_references',
  'account_creations',
  'suspended_accounts',
  'invitations',
  'predictions',
  'ledger_transfers',
];

/** These get no new rows once their account is deleted. */
const CLOSED = [
  'users',
  'memberships',
  'api_keys',
  'uploads',
  'account_references',
  'account_creations',
  'suspended_accounts',
  'invitations',
];

const FUNCTIONS = `
create or replace function require_prediction() returns trigger language plpgsql as $$
declare
  entry record;
begin
  select t.account_id, t.kind, t.amount, t.prediction_id into entry from entered_transfers t
  where t.prediction_id is not null and (
    select p.account_id = t.account_id and p.cost = t.amount from predictions p where p.id = t.prediction_id
  ) is not true
  limit 1;
  if found then
    raise exception 'a % of % of the account % has no prediction % of this account and cost',
      entry.kind, entry.amount, entry.account_id, entry.prediction_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
create or replace function refuse_deleted_account() returns trigger language plpgsql as $$
begin
  -- The check of the foreign key has waited for a deletion. The request gets a 503, and the next one a 401.
  if exists (select from account_deletions where account_id = new.account_id) then
    raise exception 'the account % is deleted', new.account_id using errcode = 'serialization_failure';
  end if;
  return null;
end
$$;
`;

/** A ledger entry about a prediction is rejected unless the prediction has this account and this cost, in one check per statement. */
export class LedgerGuards1765000200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FUNCTIONS);
    for (const table of REFERRING)
      await addForeignKey(runner, {
        name: `${table}_account_id_fkey`,
        table,
        definition: '(account_id) references accounts(id)',
      });
    for (const table of CLOSED)
      await inTransaction(
        runner,
        `drop trigger if exists ${table}_have_account on ${table};
        drop trigger if exists ${table}_of_deleted on ${table};
        create trigger ${table}_of_deleted after insert or update of account_id on ${table}
          for each row execute function refuse_deleted_account()`,
      );
    await inTransaction(
      runner,
      `drop trigger if exists entries_have_predictions on ledger_transfers;
      create trigger entries_have_predictions after insert on ledger_transfers
        referencing new table as entered_transfers for each statement execute function require_prediction();
      drop function if exists require_account()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
create or replace function require_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for key share;
  if not found then
    raise exception 'the account % does not exist', new.account_id using errcode = 'foreign_key_violation';
  end if;
  if exists (select from account_deletions where account_id = new.account_id) then
    raise exception 'the account % is deleted', new.account_id using errcode = 'serialization_failure';
  end if;
  return null;
end
$$`);
    for (const table of CLOSED)
      await runner.query(
        `drop trigger ${table}_of_deleted on ${table};
        create trigger ${table}_have_account after insert or update of account_id on ${table}
          for each row execute function require_account()`,
      );
    for (const table of REFERRING)
      await runner.query(`alter table ${table} drop constraint ${table}_account_id_fkey`);
    await runner.query(`
      drop trigger entries_have_predictions on ledger_transfers;
      drop function require_prediction, refuse_deleted_account`);
  }
}
