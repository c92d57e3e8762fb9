import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, inTransaction } from '../build-index.js';

/**
 * Adds a generation to each account, which its primary key ends with: while a snapshot keeps old versions of an account, a creation
 * and a settlement read the newest generation only.
 *
 * A unique index of the id alone must go, because each version that does not fit into its page is checked against all others in it,
 * and with it the foreign keys that need it. Those of predictions and of the ledger have no successor: both are inserted by
 * statements that have locked their accounts, and `ledger:verify` checks that every entry has its account. A trigger checks the
 * others, of tables that are written rarely.
 *
 * Processes of the release before look accounts up by id, and leave the generation as it is.
 */
export class WalletGenerations1764842000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inTransaction(
      runner,
      `alter table accounts
        add column if not exists generation bigint not null default 0,
        add column if not exists updates integer not null default 0`,
    );
    await buildIndex(runner, {
      name: 'accounts_id_generation',
      table: 'accounts',
      definition: '(id, generation)',
      isUnique: true,
    });
    await inTransaction(runner, REQUIRE_ACCOUNT);
    // One at a time: each locks two tables.
    for (const table of ['users', 'api_keys', 'uploads']) {
      await inTransaction(
        runner,
        `drop trigger if exists ${table}_have_account on ${table};
        create trigger ${table}_have_account after insert or update of account_id on ${table}
          for each row execute function require_account();
        alter table ${table} drop constraint if exists ${table}_account_id_fkey`,
      );
    }
    for (const table of ['predictions', 'ledger_transfers'])
      await inTransaction(runner, `alter table ${table} drop constraint if exists ${table}_account_id_fkey`);
    await inTransaction(
      runner,
      `alter table accounts
        drop constraint if exists accounts_pkey,
        add constraint accounts_pkey primary key using index accounts_id_generation`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger if exists accounts_are_kept on accounts;
      alter table accounts drop constraint accounts_pkey, add constraint accounts_pkey primary key (id)`);
    for (const table of ['ledger_transfers', 'predictions', 'uploads', 'api_keys', 'users'])
      await runner.query(`
        drop trigger if exists ${table}_have_account on ${table};
        alter table ${table} add constraint ${table}_account_id_fkey foreign key (account_id) references accounts`);
    await runner.query(`
      drop function require_account, refuse_account_removal;
      alter table accounts drop column generation, drop column updates`);
  }
}

const REQUIRE_ACCOUNT = `
create or replace function require_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for key share;
  if not found then
    raise exception 'the account % does not exist', new.account_id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- Its predictions and its ledger name the account for ever.
create or replace function refuse_account_removal() returns trigger language plpgsql as $$
begin
  raise exception 'accounts are kept: % refused', tg_op using errcode = 'P0001';
end $$;
drop trigger if exists accounts_are_kept on accounts;
create trigger accounts_are_kept before delete on accounts for each row execute function refuse_account_removal()
`;
