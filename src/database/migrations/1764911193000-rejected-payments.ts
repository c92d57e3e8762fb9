import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../build-index.js';

/** Finds the payments that granted nothing, of which there are few. */
export class RejectedPayments1764911193000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...{ name: 'payments_rejected', table: 'payments' },
      definition: '(id) where rejection is not null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'payments_rejected');
  }
}
