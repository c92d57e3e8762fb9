import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the tag the primary key of the queue's clock. While a snapshot keeps old versions of its row, a lookup reads the index
 * from its end, where the largest tag is the latest version.
 */
export class QueueClockTag1764811000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table queue_clock drop constraint queue_clock_pkey, add constraint queue_clock_pkey primary key (tag);
      alter table queue_clock alter column only_row set not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table queue_clock drop constraint queue_clock_pkey, add constraint queue_clock_pkey primary key (only_row)',
    );
  }
}
