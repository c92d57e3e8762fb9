import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links keep whether they were mailed: only such a link proves an address. Links of processes of the release before count as mailed.
 * Constant defaults rewrite no table.
 */
export class MailedLinks1764911170000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table one_time_links add column is_mailed boolean not null default true');
    await runner.query('alter table invitations add column is_mailed boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table invitations drop column is_mailed');
    await runner.query('alter table one_time_links drop column is_mailed');
  }
}
