import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When what is past its time may be removed (again): set when a worker takes it up, so that no other does, and later when
 * it could not be removed. Null before. No row is rewritten; processes of the version before ignore both columns.
 */
export class Removals1764510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions add column if not exists removal_at timestamptz');
    await runner.query('alter table uploads add column if not exists removal_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads drop column if exists removal_at');
    await runner.query('alter table predictions drop column if exists removal_at');
  }
}
