import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks an end that was requested because no month was paid: one that is paid until then withdraws it. */
export class PaidEnds1765000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions add column end_unless_paid boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column end_unless_paid');
  }
}
