import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { COUNTED_SECONDS } from '../platform/limits/index.js';

/**
 * One-second buckets cover at least any window. One row per subject, which only the admission statement writes. The table is
 * logged, so that a crash of the database does not reset budgets.
 */
@Entity({ name: 'budgets' })
@Check(`budgets_has_${COUNTED_SECONDS}_buckets`, `cardinality(buckets) = ${COUNTED_SECONDS}`)
export class BudgetEntity {
  /** `key:<id>`, `operator:<id>`, `dashboard:<account>`, `account:<id>`, `ip:<address>`, `operators` or `platform`. */
  @PrimaryColumn('text')
  subject!: string;

  /** Increases every 64 updates; see `admit.sql.ts`. */
  @PrimaryColumn('bigint', { default: 0 })
  epoch!: string;

  @Column('integer', { default: 0 })
  updates!: number;

  /** Second (since 1970) of the newest bucket; the bucket of second s is buckets[1 + s % COUNTED_SECONDS]. */
  @Column('bigint', { default: 0 })
  head!: string;

  @Column('integer', { array: true, default: () => `array_fill(0, array[${COUNTED_SECONDS}])` })
  buckets!: number[];

  /** Requests that the key authenticated, including rejected ones. */
  @Column('bigint', { default: 0 })
  requests!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  /** Sum of the window before the second `earlierAt`; see `admit.sql.ts`. */
  @Column('integer', { default: 0 })
  earlier!: number;

  @Column('bigint', { default: 0 })
  earlierAt!: string;
}
