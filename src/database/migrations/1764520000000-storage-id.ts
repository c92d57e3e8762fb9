import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the id of the directory with this installation's outputs, stored in that directory. Null until the first start. */
export class StorageId1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation add column storage_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column storage_id');
  }
}
