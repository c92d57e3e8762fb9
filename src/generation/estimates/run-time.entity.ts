import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How long completed predictions of one workload took: a moving average. */
@Entity({ name: 'run_times' })
@Check('run_times_positive', 'seconds >= 0 and held_seconds >= 0 and runs > 0')
export class RunTimeEntity {
  /** The model and the input, see `workloadOf`. */
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

  /** Of these, how long it held a place of a worker. It holds none while it waits at its engine. */
  @Column('double precision')
  heldSeconds!: number;

  /** Predictions measured so far. */
  @Column('integer')
  runs!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
