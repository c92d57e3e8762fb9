import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inTransaction } from '../build-index.js';

/**
 * Keeps the total of a month's invoice beside the money that arrived for it. Processes of the release before neither read nor write it: they
 * reject a month that a discount or a balance has paid in part.
 */
export class PaymentTotals1764911000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inTransaction(runner, 'alter table payments add column if not exists total bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table payments drop column total');
  }
}
