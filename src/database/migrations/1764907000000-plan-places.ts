import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, inTransaction } from '../build-index.js';

const INDEXES = [
  {
    name: 'predictions_without_plan_place',
    table: 'predictions',
    definition: `(account_id, plan_tag, id) where status = 'processing' and fair_tag is null`,
  },
  {
    name: 'predictions_with_plan_place',
    table: 'predictions',
    definition: `(account_id) where status = 'processing' and plan_tag is not null and fair_tag is not null`,
  },
];

/**
 * Lets a prediction wait for a place of its account's plan: until then it has no `fair_tag`, so no claim finds it, also none of
 * the release before. Predictions of plans without `maxConcurrent` are in neither index.
 */
export class PlanPlaces1764907000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inTransaction(
      runner,
      'alter table predictions add column if not exists plan_tag bigint, alter column fair_tag drop not null',
    );
    for (const index of INDEXES) await buildIndex(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`drop index if exists ${name}`);
    await runner.query(`update predictions set fair_tag = coalesce(plan_tag, 0) where fair_tag is null`);
    await runner.query('alter table predictions alter column fair_tag set not null, drop column plan_tag');
  }
}
