import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the number of processes that crashed while they ran only this prediction. A constant default changes only the
 * catalogue: no row is rewritten and no index is built. Processes of the version before ignore the column.
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
