import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the learned durations of predictions. Without a default, no row of `predictions` is rewritten. */
export class RunTimes1764836000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists run_times (
        workload bigint not null constraint run_times_pkey primary key,
        model_key text not null,
        cost bigint not null,
        seconds double precision not null,
        held_seconds double precision not null,
        runs integer not null,
        updated_at timestamptz not null default clock_timestamp(),
        constraint run_times_positive check (seconds >= 0 and held_seconds >= 0 and runs > 0)
      )`);
    await runner.query('alter table predictions add column if not exists workload bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions drop column if exists workload');
    await runner.query('drop table if exists run_times');
  }
}
