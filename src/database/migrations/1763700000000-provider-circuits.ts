import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the circuits of engines, shared by all processes. */
export class ProviderCircuits1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row per engine whose last exchange failed for a reason that affects every prediction; a success deletes it.
      create table provider_circuits (
        provider text constraint provider_circuits_pkey primary key,
        failures integer not null constraint provider_circuits_failures_positive check (failures > 0),
        -- Set while the circuit is open: time of the next probe.
        open_until timestamptz,
        -- For the operator: the last error, without secrets.
        reason text not null,
        changed_at timestamptz not null default clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table provider_circuits');
  }
}
