import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds one-time links for setting a password, and the address and user agent of a sign-in, for the list of sessions.
 * Processes of the version before leave those two null.
 */
export class OneTimeLinks1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table one_time_links (
        -- SHA-256 of the token; the token itself is only in the link.
        hash bytea constraint one_time_links_pkey primary key
          constraint one_time_links_hash_is_sha256 check (length(hash) = 32),
        user_id uuid not null constraint one_time_links_user_id_fkey references users on delete cascade,
        purpose text not null constraint one_time_links_purpose_known check (purpose in ('invitation', 'reset')),
        created_at timestamptz not null default clock_timestamp(),
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    await runner.query('create index one_time_links_user on one_time_links (user_id)');
    await runner.query('alter table sign_in_families add column address text, add column user_agent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table one_time_links;
      alter table sign_in_families drop column address, drop column user_agent`);
  }
}
