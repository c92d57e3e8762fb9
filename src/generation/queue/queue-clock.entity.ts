import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The virtual clock of the fair queue, where an account without waiting predictions starts. One row. */
@Entity({ name: 'queue_clock' })
@Check('queue_clock_only_row', 'only_row')
export class QueueClockEntity {
  @Column('boolean', { default: true })
  onlyRow!: true;

  /**
   * The largest `fair_tag` that was begun, in milliseconds of work. As the primary key, so that a lookup finds the latest version at the
   * end of the index, also while a snapshot keeps the others.
   */
  @PrimaryColumn('bigint', { default: 0 })
  tag!: string;
}
