import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index.js';

/** Finds the orders of plans of an account whose pages were not ended. */
export class PlanCheckouts1764911187000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...{ name: 'checkouts_plans_of_account', table: 'checkouts' },
      definition: `(account_id, id) where kind = 'plan' and ended_at is null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'checkouts_plans_of_account');
  }
}
