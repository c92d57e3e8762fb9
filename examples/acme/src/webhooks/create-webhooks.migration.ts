import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateWebhooks1770100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table acme.webhook_endpoints (
        account_id uuid primary key,
        url text not null,
        secret text not null
      )`);
    await runner.query(`
      create table acme.webhook_deliveries (
        event_id text primary key,
        account_id uuid not null references acme.webhook_endpoints on delete cascade,
        body text not null,
        attempts integer not null default 0,
        due_at timestamptz not null default now()
      )`);
    await runner.query('create index webhook_deliveries_due on acme.webhook_deliveries (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table acme.webhook_deliveries, acme.webhook_endpoints');
  }
}
