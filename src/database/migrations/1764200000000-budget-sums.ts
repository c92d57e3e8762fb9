import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the sum of a budget's window before the second `earlier_at`, so that a request need not add up 61 buckets. A sum of
 * another second is not used (see `admit.sql.ts`), so existing rows need no change and processes of the version before may
 * keep counting.
 */
export class BudgetSums1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rate_windows add column earlier integer not null default 0,
        add column earlier_at bigint not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rate_windows drop column earlier_at, drop column earlier');
  }
}
