import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a budget used in its window before the second `earlier_at`, so that a request need not add up sixty-one buckets.
 * It is right by itself or not used at all (see `admit.sql.ts`): rows that are there already need nothing, and a process
 * of the version before may go on counting beside this one.
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
