import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Empty. `budgets` inherits from it, so that processes of the release before find its rows by this name; a trigger inserts
 * theirs into `budgets`. Removed by the next release.
 */
@Entity({ name: 'rate_windows' })
export class RateWindowEntity {
  @PrimaryColumn('text')
  subject!: string;

  @Column('bigint', { default: 0 })
  head!: string;

  @Column('integer', { array: true, default: () => 'array_fill(0, array[61])' })
  buckets!: number[];

  @Column('bigint', { default: 0 })
  requests!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @Column('integer', { default: 0 })
  earlier!: number;

  @Column('bigint', { default: 0 })
  earlierAt!: string;
}
