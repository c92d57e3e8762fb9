import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Splits the index of due predictions in two, those at an engine and those to submit again: in one index, a claim of a few
 * rows of one kind scanned thousands of the other. Adds an index of leased predictions by worker, so that the search for
 * leases of dead workers does not scan all waiting rows; renewing a lease does not update it.
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
