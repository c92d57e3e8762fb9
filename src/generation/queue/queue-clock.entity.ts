import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The virtual clock of the fair queue: an account without waiting predictions starts here. One row. */
@Entity({ name: 'queue_clock' })
@Check('queue_clock_only_row', 'only_row')
export class QueueClockEntity {
  @Column('boolean', { default: true })
  onlyRow!: true;

  /**
   * The largest `fair_tag` that was begun, in milliseconds of work. The primary key, so that a lookup finds the latest version
   * of the row at the end of the index, also while a snapshot keeps the others.
   */
  @PrimaryColumn('bigint', { default: 0 })
  tag!: string;
}
