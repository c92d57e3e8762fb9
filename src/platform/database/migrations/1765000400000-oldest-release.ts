import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each start writes here which releases can follow it (`releases.ts`). */
export class OldestRelease1765000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table installation add column oldest_release text not null default '0.1.0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table installation drop column oldest_release');
  }
}
