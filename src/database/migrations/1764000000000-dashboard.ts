import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what the dashboard needs: predictions without an API key, uploads, and results of ledger verifications.
 */
export class Dashboard1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PREDICTIONS);
    await runner.query(UPLOADS);
    await runner.query(VERIFICATIONS);
  }

  /** Fails while there are predictions without a key: they are charged and must stay. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table if exists ledger_verifications, uploads;
      alter table predictions alter column key_id set not null`);
  }
}

const PREDICTIONS = `
-- Null: created by a signed-in user in the dashboard, not with a key.
alter table predictions alter column key_id drop not null;
`;

const UPLOADS = `
-- Files that users upload as inputs. A row is inserted before its file is written and deleted after its file, so that
-- every file has a row with its expiry.
create table uploads (
  id uuid constraint uploads_pkey primary key,
  account_id uuid not null constraint uploads_account_id_fkey references accounts,
  -- Name in the asset storage.
  name text not null,
  bytes bigint not null constraint uploads_bytes_positive check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index uploads_account on uploads (account_id);
create index uploads_expiring on uploads (expires_at);
`;

const VERIFICATIONS = `
-- Verifications of the ledger that administrators requested. An unfinished one is running while its process holds the
-- advisory lock; without the lock it was interrupted.
create table ledger_verifications (
  id bigint generated always as identity constraint ledger_verifications_pkey primary key,
  requested_by uuid not null constraint ledger_verifications_requested_by_fkey references users,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  accounts bigint,
  transfers bigint,
  -- All findings, and the first of them: [{check, subject, account, detail}].
  findings_total bigint,
  findings jsonb,
  constraint ledger_verifications_finished_iff_result check (
    num_nulls(finished_at, accounts, transfers, findings_total, findings) in (0, 5))
);
`;
