import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the version of the price that a prediction was charged by. Without a default, no row is rewritten. */
export class PriceVersions1764904000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions add column if not exists price_version text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions drop column if exists price_version');
  }
}
