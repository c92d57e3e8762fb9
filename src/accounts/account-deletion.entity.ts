import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An account counts as deleted from the acceptance of the deletion on. What erases it goes on from `pass`, `step` and `position`. The row
 * stays for ever, as the account and its ledger do; triggers read it.
 */
@Entity({ name: 'account_deletions' })
@Index('account_deletions_due', ['dueAt'], { where: 'finished_at is null' })
export class AccountDeletionEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  requestedAt!: Date;

  /** The second pass erases what requests in progress at the deletion have written after the first one. */
  @Column('integer', { default: 1 })
  pass!: number;

  /** The step in progress; empty: the first one. */
  @Column('text', { default: '' })
  step!: string;

  @Column('jsonb', { nullable: true })
  position!: unknown;

  /** When a worker continues, or until when one has claimed it. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  dueAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;
}
