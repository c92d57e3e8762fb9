import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time at which a prediction's content was deleted. Without a default, no row is rewritten. */
export class DeletedPredictions1764834000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions add column if not exists deleted_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions drop column if exists deleted_at');
  }
}
