import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The table has one row; the holder of the verification's lock writes it. */
@Entity({ name: 'ledger_checkpoint' })
@Check('ledger_checkpoint_only_row', 'only_row')
export class LedgerCheckpointEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: true;

  /** A new pass reads everything anew; sums of another pass do not count. */
  @Column('bigint', { default: 0 })
  pass!: string;

  /** Every entry up to this id is verified. */
  @Column('bigint', { default: 0 })
  entriesTo!: string;

  @Column('bigint', { default: 0 })
  entries!: string;

  /** What the verified entries granted, less what they earned. Thousandths of a credit. */
  @Column('bigint', { default: 0 })
  granted!: string;

  /** Every prediction up to this id is verified and was final, or the walk that continues here has not ended. */
  @Column('uuid', { default: '00000000-0000-0000-0000-000000000000' })
  predictionsTo!: string;

  /** The first prediction of the running walk that was processing: the next walk begins there. */
  @Column('uuid', { nullable: true })
  oldestProcessing!: string | null;

  /** Every sum without an entry after this one is verified. */
  @Column('bigint', { default: 0 })
  sumsTo!: string;

  /** Every hour of `overview_sums` without an entry after this one is verified. */
  @Column('bigint', { default: 0 })
  overviewTo!: string;

  /** Findings of this pass. The verification after one with findings is a new pass. */
  @Column('bigint', { default: 0 })
  findings!: string;
}
