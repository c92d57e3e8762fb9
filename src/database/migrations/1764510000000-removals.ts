import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time after which expired files may be removed (again). A worker sets it when it begins a removal, so that no
 * other begins the same one, and to a later time when the removal failed. No row is rewritten; processes of the version
 * before ignore both columns.
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
