import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the attempts of callers without an API key (sign-in, registration, refresh, password links), so that their limits
 * hold over all processes. Processes of the version before count in memory and ignore the table.
 */
export class AttemptWindows1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table attempt_windows (
        -- SHA-256 of the limit's name and the subject.
        key bytea constraint attempt_windows_pkey primary key
          constraint attempt_windows_key_is_sha256 check (length(key) = 32),
        attempts timestamptz[] not null,
        full_until timestamptz,
        expires_at timestamptz not null
      )`);
    await runner.query('create index attempt_windows_expires on attempt_windows (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attempt_windows');
  }
}
