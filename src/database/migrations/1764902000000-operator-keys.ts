import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

const PLAN_INDEX = 'accounts_plan';

/**
 * Adds operator keys, the ids that operators give to accounts, and the references of created accounts. The tables are new; the index
 * that lists accounts by plan is built concurrently on a large table. Processes of the release before do not know operator keys and
 * reject them (401).
 */
export class OperatorKeys1764902000000 implements MigrationInterface {
  readonly transaction = false;

  /** May run again after it was killed. */
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [OPERATOR_KEYS, ACCOUNT_REFERENCES, ACCOUNT_CREATIONS])
      await runner.query(statement);
    await buildIndex(runner, { table: 'accounts', name: PLAN_INDEX, definition: '(plan, id)' });
  }

  /** Deletes all operator keys, external ids and references of created accounts. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index if exists ${PLAN_INDEX}`);
    await runner.query('drop table if exists account_creations, account_references, operator_keys');
  }
}

const OPERATOR_KEYS = `
-- Keys of an operator's own systems, for /api/admin. Only the SHA-256 of a secret is stored.
create table if not exists operator_keys (
  id uuid constraint operator_keys_pkey primary key,
  name text not null constraint operator_keys_name_length check (char_length(name) between 1 and 100),
  last_four text not null constraint operator_keys_last_four_length check (char_length(last_four) = 4),
  secret_hash bytea not null constraint operator_keys_secret_hash_is_sha256 check (length(secret_hash) = 32),
  scopes text[] not null constraint operator_keys_scopes_known check (cardinality(scopes) > 0 and scopes <@
    array['accounts:read', 'accounts:write', 'keys:write', 'credits:write', 'usage:read', 'catalogue:write']),
  -- Addresses and networks of callers; null: any.
  allowed_ips inet[],
  -- The administrator; null: a command.
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create unique index if not exists operator_keys_secret_hash_unique on operator_keys (secret_hash)`;

const ACCOUNT_REFERENCES = `
-- The ids of accounts in an operator's own systems. Not in accounts, whose rows get a version with every charge.
create table if not exists account_references (
  account_id uuid constraint account_references_pkey primary key,
  external_id text not null
    constraint account_references_external_id_length check (char_length(external_id) between 1 and 200)
);
create unique index if not exists account_references_external_id_unique on account_references (external_id);
create or replace trigger account_references_have_account after insert or update of account_id on account_references
  for each row execute function require_account()`;

const ACCOUNT_CREATIONS = `
-- The Idempotency-Key of an account that an operator created, inserted in the transaction that creates it.
create table if not exists account_creations (
  reference text constraint account_creations_pkey primary key
    constraint account_creations_reference_length check (char_length(reference) between 1 and 255),
  -- SHA-256 of the request: the same reference with another request is rejected.
  fingerprint bytea not null constraint account_creations_fingerprint_is_sha256 check (length(fingerprint) = 32),
  account_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
create or replace trigger account_creations_have_account after insert or update of account_id on account_creations
  for each row execute function require_account()`;
