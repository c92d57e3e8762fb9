import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LAST_BEFORE_BASELINE } from '../fit-database.js';
import { baseline, baselineFunctions } from '../schema/baseline.js';

/** Brings an earlier schema to the baseline, beside the texts of functions. */
const ADOPT = `
alter table budgets no inherit rate_windows;
drop table rate_windows;
drop function insert_budget();
delete from migrations;
`;

/**
 * A database that the earlier migrations have brought to their end is taken over as it is; `requireFitDatabase` rejects one that they have
 * not. Their names are removed, so that a process of an earlier release does not start here any more.
 */
export class Baseline1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const earlier = (await runner.query('select from migrations where name = $1', [
      LAST_BEFORE_BASELINE,
    ])) as unknown[];
    await runner.query(earlier.length === 0 ? baseline() : ADOPT + baselineFunctions());
  }

  down(): Promise<void> {
    throw new Error('The first migration cannot be reverted: remove the database.');
  }
}
