import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index.js';

const TABLE = 'predictions';
const KIND = 'status, modality, operation, model_key, env';

/** Only final predictions are in them: creations and claims do not write them. */
const INDEXES = [
  {
    name: 'predictions_history_final_external_user',
    definition: `(account_id, external_user_id, ${KIND}, key_id, created_at desc, id desc)
      where external_user_id is not null and status <> 'processing'`,
  },
  { name: 'predictions_final', definition: `(${KIND}, id desc) where status <> 'processing'` },
  {
    name: 'predictions_final_dashboard',
    definition: `(${KIND}, id desc) where key_id is null and status <> 'processing'`,
  },
  {
    name: 'predictions_final_external_user',
    definition: `(external_user_id, ${KIND}, id desc) where external_user_id is not null and status <> 'processing'`,
  },
];

/** Columns and condition of those that the indexes above and `predictions_history_final` replace. */
const REPLACED = {
  predictions_history_external_user: `(account_id, external_user_id, created_at desc, id desc) where external_user_id is not null`,
  predictions_history_failed: `(account_id, created_at desc, id desc) where status = 'failed'`,
  predictions_history_reframe: `(account_id, created_at desc, id desc) where operation = 'reframe'`,
};

/**
 * Adds the indexes of filtered lists of all accounts, and of external users with further filters. Three indexes that no list
 * needs any more are removed; the version before lists by the index by time meanwhile.
 */
export class ListsOfAllAccounts1764832000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await buildIndex(runner, { table: TABLE, ...index });
    for (const name of Object.keys(REPLACED)) await dropIndex(runner, name);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(REPLACED))
      await buildIndex(runner, { name, table: TABLE, definition });
    for (const { name } of INDEXES) await runner.query(`drop index if exists ${name}`);
  }
}
