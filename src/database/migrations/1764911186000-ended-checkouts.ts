import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A checkout keeps its id at the payment service, and whether its page was ended. Processes of the release before leave both empty:
 * their pages stay open for a day.
 */
export class EndedCheckouts1764911186000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table checkouts add column provider_id text, add column ended_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table checkouts drop column provider_id, drop column ended_at');
  }
}
