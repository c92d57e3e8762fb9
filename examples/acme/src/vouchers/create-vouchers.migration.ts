import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The start runs it once, after the migrations of the service and under the same lock. */
export class CreateVouchers1770000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table acme.vouchers (
        code text primary key,
        credits numeric not null check (credits > 0),
        redeemed_by uuid
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table acme.vouchers');
  }
}
