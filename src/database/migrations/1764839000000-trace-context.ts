import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the trace that a recorded prediction belongs to. Without a default, no row is rewritten. */
export class TraceContext1764839000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions add column if not exists trace_context text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table predictions drop column if exists trace_context');
  }
}
