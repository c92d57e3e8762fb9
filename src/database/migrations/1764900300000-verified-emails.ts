import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds verified emails, and the links that verify them. Existing users count as verified, and so do those whom processes of
 * the version before create: both have had their sign-up credits. No default rewrites the table: PostgreSQL evaluates `now()`
 * once for the existing rows.
 */
export class VerifiedEmails1764900300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users
        add column email_verified_at timestamptz default now(),
        -- Granted when the email is verified, in thousandths of a credit.
        add column signup_credits bigint not null default 0
          constraint users_signup_credits_not_negative check (signup_credits >= 0)`);
    await runner.query(`
      create table verification_links (
        user_id uuid constraint verification_links_pkey primary key
          constraint verification_links_user_id_fkey references users on delete cascade,
        -- SHA-256 of the token; the token itself is only in the link.
        hash bytea not null constraint verification_links_hash_unique unique
          constraint verification_links_hash_is_sha256 check (length(hash) = 32),
        email text not null,
        expires_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table verification_links;
      alter table users drop column email_verified_at, drop column signup_credits`);
  }
}
