import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex } from '../build-index.js';

/** Removed predictions whose id and `created_at` are of different clocks, as `predictions_misdated` has the others. Normally no row. */
const INDEX = {
  name: 'removed_predictions_misdated',
  table: 'removed_predictions',
  definition: `(id) where (created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
    not between interval '-5 minutes' and interval '5 minutes'`,
};

/** Adds the index with which usage of all accounts finds removed predictions by time. */
export class MisdatedRemovals1764900700000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index if exists ${INDEX.name}`);
  }
}
