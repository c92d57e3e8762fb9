import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The installation keeps which database it runs on, so that a restored copy knows that it is one. Null: the next start of this
 * release writes it.
 */
export class DatabaseIdentity1764911190000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation add column database_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column database_id');
  }
}
