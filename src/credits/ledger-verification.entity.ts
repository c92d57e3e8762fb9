import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';

/** An unfinished one is running while its process holds the advisory lock; without the lock it was interrupted. */
@Entity({ name: 'ledger_verifications' })
@Check(
  'ledger_verifications_finished_iff_result',
  'num_nulls(finished_at, accounts, transfers, findings_total, findings) in (0, 5)',
)
export class LedgerVerificationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('uuid')
  @ForeignKey('users')
  requestedBy!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  startedAt!: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  @Column('bigint', { nullable: true })
  accounts!: string | null;

  @Column('bigint', { nullable: true })
  transfers!: string | null;

  /** All findings; the first of them are in `findings`. */
  @Column('bigint', { nullable: true })
  findingsTotal!: string | null;

  @Column('jsonb', { nullable: true })
  findings!: { check: string; subject: string; account: string | null; detail: string }[] | null;
}
