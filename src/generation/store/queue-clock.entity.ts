import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The virtual clock of the fair queue: an account without waiting predictions starts here. One row. */
@Entity({ name: 'queue_clock' })
@Check('queue_clock_only_row', 'only_row')
export class QueueClockEntity {
  @PrimaryColumn('boolean', { name: 'only_row', default: true, primaryKeyConstraintName: 'queue_clock_pkey' })
  onlyRow!: true;

  /** The largest `fair_tag` that was begun, in milliseconds of work. */
  @Column('bigint', { default: 0 })
  tag!: string;
}
