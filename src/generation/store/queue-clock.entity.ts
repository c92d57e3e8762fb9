import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the fair line has been served: a new account starts here, not at zero. One row. */
@Entity({ name: 'queue_clock' })
@Check('queue_clock_only_row', 'only_row')
export class QueueClockEntity {
  @PrimaryColumn('boolean', { name: 'only_row', default: true, primaryKeyConstraintName: 'queue_clock_pkey' })
  onlyRow!: true;

  /** Milliseconds of work. */
  @Column('bigint', { default: 0 })
  tag!: string;
}
