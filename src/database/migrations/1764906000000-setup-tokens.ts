import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

const ADMINISTRATORS_INDEX = 'users_administrators';

/**
 * Adds the tokens that make the first administrator, and the index that finds whether there is one, which is built concurrently on a
 * large table. Processes of the release before use neither.
 */
export class SetupTokens1764906000000 implements MigrationInterface {
  readonly transaction = false;

  /** May run again after it was killed. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETUP_TOKENS);
    await buildIndex(runner, {
      table: 'users',
      name: ADMINISTRATORS_INDEX,
      definition: "(id) where role = 'admin'",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index if exists ${ADMINISTRATORS_INDEX}`);
    await runner.query('drop table if exists setup_tokens');
  }
}

const SETUP_TOKENS = `
-- Tokens that make the first administrator, as SHA-256. Rows are deleted when there is one.
create table if not exists setup_tokens (
  hash bytea constraint setup_tokens_pkey primary key
    constraint setup_tokens_hash_is_sha256 check (length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
)`;
