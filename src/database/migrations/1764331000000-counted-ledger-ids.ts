import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the last ledger entry whose public id was its number (`led_423`): such ids up to that entry are still accepted. */
export class CountedLedgerIds1764331000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation add column counted_ledger_ids bigint not null default 0');
    // Processes of the version before return a few more while they are replaced. A new installation has none.
    await runner.query(
      'update installation set counted_ledger_ids = coalesce((select max(id) from ledger_transfers) + 10000, 0)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column counted_ledger_ids');
  }
}
