import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A sign-in that a switch of the account ended names the one that continues it. Processes of the release before leave it empty: their
 * switches cannot be repeated.
 */
export class ContinuedSignIns1764911180000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_in_families add column continued_as uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_in_families drop column continued_as');
  }
}
