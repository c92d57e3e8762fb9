import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An end that was requested because no month was paid is told apart from the others. */
export class PaidEnds1765000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions add column end_unless_paid boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column end_unless_paid');
  }
}
