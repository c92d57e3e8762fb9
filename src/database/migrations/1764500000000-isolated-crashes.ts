import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the count of processes that a prediction has ended while nothing else ran in them. A constant default changes the
 * catalogue only: no row is rewritten and no index is built. Processes of the version before ignore the column.
 */
export class IsolatedCrashes1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table predictions add column if not exists isolated_crashes smallint not null default 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions drop column if exists isolated_crashes');
  }
}
