import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which directory the outputs of this installation are in: the id that is kept in it. Null until a process has seen one. */
export class StorageId1764520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation add column storage_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column storage_id');
  }
}
