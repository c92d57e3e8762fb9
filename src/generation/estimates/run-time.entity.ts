import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A moving average over completed predictions of one workload. */
@Entity({ name: 'run_times' })
@Check('run_times_positive', 'seconds >= 0 and held_seconds >= 0 and runs > 0')
export class RunTimeEntity {
  /** By `workloadOf`. */
  @PrimaryColumn('bigint')
  workload!: string;

  @Column('text')
  modelKey!: string;

  /** Of one prediction, thousandths of a credit. */
  @Column('bigint')
  cost!: string;

  /** From its start to its end. */
  @Column('double precision')
  seconds!: number;

  /** Of these, the seconds in which it held a place of a worker. It holds none while it waits at its engine. */
  @Column('double precision')
  heldSeconds!: number;

  @Column('integer')
  runs!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
