import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A budget: 61 one-second buckets, whose sum covers at least any sliding 60 s. Only the admission statement writes it.
 * The table is logged, so that a crash of the database does not reset budgets.
 */
@Entity({ name: 'rate_windows' })
@Check('rate_windows_has_61_buckets', 'cardinality(buckets) = 61')
export class RateWindowEntity {
  /** `key:<id>`, `account:<id>` or `platform`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_windows_pkey' })
  subject!: string;

  /** Second (since 1970) of the newest bucket; the bucket of second s is buckets[1 + s % 61]. */
  @Column('bigint', { default: 0 })
  head!: string;

  @Column('integer', { array: true, default: () => 'array_fill(0, array[61])' })
  buckets!: number[];

  /** Requests that the key authenticated, including rejected ones. */
  @Column('bigint', { default: 0 })
  requests!: string;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;

  /** Sum of the window before the second `earlierAt`; see `admit.sql.ts`. */
  @Column('integer', { default: 0 })
  earlier!: number;

  @Column('bigint', { name: 'earlier_at', default: 0 })
  earlierAt!: string;
}
