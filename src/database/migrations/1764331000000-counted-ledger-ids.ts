import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Up to which entry the ids that were handed out were the counter itself (`led_423`): those, and no others, are still read. */
export class CountedLedgerIds1764331000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation add column counted_ledger_ids bigint not null default 0');
    // Processes of the version before hand out a few more while they are replaced. A new installation never did.
    await runner.query(
      'update installation set counted_ledger_ids = coalesce((select max(id) from ledger_transfers) + 10000, 0)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column counted_ledger_ids');
  }
}
