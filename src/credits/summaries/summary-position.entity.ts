import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The table has one row; the statement that adds to the sums locks it. */
@Entity({ name: 'summary_position' })
@Check('summary_position_only_row', 'only_row')
export class SummaryPositionEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: true;

  /** Every entry up to this id is in the sums, and no later one. */
  @Column('bigint', { default: 0 })
  entriesTo!: string;
}
