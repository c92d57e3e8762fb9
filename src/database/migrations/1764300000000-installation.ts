import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What belongs to one installation, that is to one database, rather than to a process or an account. One row. */
export class Installation1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table installation (
        only_row boolean constraint installation_pkey primary key default true
          constraint installation_only_row check (only_row),
        -- Of the signing secret that this database is used with; null until the first start that knows of it.
        secret_fingerprint bytea,
        -- Encrypts the ids of ledger entries that are handed out: 32 bytes, made here, kept when the signing secret changes.
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
