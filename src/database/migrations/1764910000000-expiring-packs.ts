import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inTransaction } from '../build-index.js';

/**
 * Lets the credits of packs expire: an order keeps in how many days. Each step may run again after it was killed. Processes of the release
 * before neither read nor write the column: their packs never expire.
 */
export class ExpiringPacks1764910000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inTransaction(
      runner,
      `alter table checkouts
        add column if not exists expires_in_days integer,
        drop constraint if exists checkouts_days_positive,
        add constraint checkouts_days_positive check (expires_in_days > 0) not valid`,
    );
    await inTransaction(runner, 'alter table checkouts validate constraint checkouts_days_positive');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table checkouts drop column expires_in_days');
  }
}
