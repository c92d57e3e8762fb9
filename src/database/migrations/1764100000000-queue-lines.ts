import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an engine has and what is due to be submitted again stand in two lines of their own: in one, whoever looked for
 * the few of one kind walked past the thousands of the other. And what workers hold has an index, by worker, so that
 * looking for dead ones does not walk past everything that waits; renewing a lease does not touch it.
 */
export class QueueLines1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index predictions_awaited on predictions (provider, run_at)
        where status = 'processing' and started_at is not null and provider_ref is not null`);
    await runner.query('drop index predictions_due');
    await runner.query(`
      create index predictions_due on predictions (provider, run_at)
        where status = 'processing' and started_at is not null and provider_ref is null`);
    await runner.query(
      `create index predictions_leased on predictions (leased_by) where leased_by is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index predictions_leased');
    await runner.query('drop index predictions_due');
    await runner.query(`
      create index predictions_due on predictions (provider, run_at)
        where status = 'processing' and started_at is not null`);
    await runner.query('drop index predictions_awaited');
  }
}
