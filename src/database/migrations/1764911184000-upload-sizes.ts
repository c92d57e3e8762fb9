import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Uploads keep their size in pixels: what would make too large a result is rejected before it is charged. Processes of the release
 * before leave it empty.
 */
export class UploadSizes1764911184000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads add column width integer, add column height integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads drop column height, drop column width');
  }
}
