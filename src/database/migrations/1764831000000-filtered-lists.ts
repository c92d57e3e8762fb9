import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index.js';

const TABLE = 'predictions';

/**
 * Adds the indexes of filtered lists: final predictions by all columns that filters compare, and those that are processing.
 * They replace the index by modality, so a creation writes as many indexes as before. The version before lists by modality
 * from its index by time meanwhile.
 */
export class FilteredLists1764831000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'predictions_history_final',
      table: TABLE,
      definition: `(account_id, status, modality, operation, model_key, env, key_id, created_at desc, id desc)
        where status <> 'processing'`,
    });
    await buildIndex(runner, {
      name: 'predictions_history_processing',
      table: TABLE,
      definition: `(account_id, created_at desc, id desc) where status = 'processing'`,
    });
    await dropIndex(runner, 'predictions_history_modality');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index if not exists predictions_history_modality on predictions (account_id, modality, created_at desc, id desc)',
    );
    await runner.query('drop index if exists predictions_history_processing');
    await runner.query('drop index if exists predictions_history_final');
  }
}
