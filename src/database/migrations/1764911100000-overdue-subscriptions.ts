import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index.js';

/** Finds the subscriptions whose paid time ended long ago. */
export class OverdueSubscriptions1764911100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...{ name: 'subscriptions_paid_until', table: 'subscriptions' },
      definition: '(paid_until) where ended_at is null and began_at is not null and end_requested_at is null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'subscriptions_paid_until');
  }
}
