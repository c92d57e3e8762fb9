import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the row of the installation: state of one database, not of a process or an account. */
export class Installation1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table installation (
        only_row boolean constraint installation_pkey primary key default true
          constraint installation_only_row check (only_row),
        -- Fingerprint of the signing secret of this database; null until the first start that stores it.
        secret_fingerprint bytea,
        -- Encrypts the public ids of ledger entries: 32 bytes, generated here, unchanged when the signing secret changes.
        ledger_id_key bytea not null
          default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
          constraint installation_ledger_id_key_length check (length(ledger_id_key) = 32)
      )`);
    await runner.query('insert into installation default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table installation');
  }
}
