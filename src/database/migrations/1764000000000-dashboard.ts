import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the dashboard needs: predictions that no key started, files that people bring for them, and the results of
 * verifying the ledger.
 */
export class Dashboard1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PREDICTIONS);
    await runner.query(UPLOADS);
    await runner.query(VERIFICATIONS);
  }

  /** Refused by the database while there are predictions that no key started: they are charged, and stay. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table if exists ledger_verifications, uploads;
      alter table predictions alter column key_id set not null`);
  }
}

const PREDICTIONS = `
-- Null: started by a signed-in person in the dashboard, not by a key.
alter table predictions alter column key_id drop not null;
`;

const UPLOADS = `
-- Files that people upload to start predictions from. A row is written before its file and removed after it, so no
-- file is ever without a row that ends it.
create table uploads (
  id uuid constraint uploads_pkey primary key,
  account_id uuid not null constraint uploads_account_id_fkey references accounts,
  -- In the asset storage.
  name text not null,
  bytes bigint not null constraint uploads_bytes_positive check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index uploads_account on uploads (account_id);
create index uploads_expiring on uploads (expires_at);
`;

const VERIFICATIONS = `
-- Verifications of the ledger that administrators asked for. One that is not finished runs as long as its process
-- holds the advisory lock; without that it was interrupted.
create table ledger_verifications (
  id bigint generated always as identity constraint ledger_verifications_pkey primary key,
  requested_by uuid not null constraint ledger_verifications_requested_by_fkey references users,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  accounts bigint,
  transfers bigint,
  -- How many things are off, and the first of them: [{check, subject, account, detail}].
  findings_total bigint,
  findings jsonb,
  constraint ledger_verifications_finished_iff_result check (
    num_nulls(finished_at, accounts, transfers, findings_total, findings) in (0, 5))
);
`;
