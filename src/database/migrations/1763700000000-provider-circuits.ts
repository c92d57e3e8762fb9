import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Engines that are not accepting work, seen by every process alike. */
export class ProviderCircuits1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row for every engine whose last exchange failed on the operator's side; a success removes it.
      create table provider_circuits (
        provider text constraint provider_circuits_pkey primary key,
        failures integer not null constraint provider_circuits_failures_positive check (failures > 0),
        -- Set while it is open: when the engine may be looked at again.
        open_until timestamptz,
        -- For the operator: what went wrong last, without secrets.
        reason text not null,
        changed_at timestamptz not null default clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table provider_circuits');
  }
}
