import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

/**
 * Adds a generation to each account, which the index of its wallet ends with: while a snapshot keeps old versions of an account, a
 * creation and a settlement read the newest generation only.
 *
 * The foreign keys of the two tables that every prediction inserts into are dropped, because each check visits all versions of the
 * account. Both statements insert rows of accounts that they have locked; `ledger:verify` checks that every entry has its account.
 *
 * Processes of the release before look accounts up by id, and leave the generation as it is.
 */
export class WalletGenerations1764842000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table accounts
        add column if not exists generation bigint not null default 0,
        add column if not exists updates integer not null default 0`);
    await buildIndex(runner, {
      name: 'accounts_wallet',
      table: 'accounts',
      definition: '(uuid_send(id), generation)',
    });
    await runner.query('alter table predictions drop constraint if exists predictions_account_id_fkey');
    await runner.query(
      'alter table ledger_transfers drop constraint if exists ledger_transfers_account_id_fkey',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['ledger_transfers', 'predictions'])
      await runner.query(
        `alter table ${table} add constraint ${table}_account_id_fkey foreign key (account_id) references accounts`,
      );
    await runner.query('drop index if exists accounts_wallet');
    await runner.query(
      'alter table accounts drop column if exists generation, drop column if exists updates',
    );
  }
}
