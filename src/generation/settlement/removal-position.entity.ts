import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row, which the statement that removes locks. */
@Entity({ name: 'removal_position' })
@Check('removal_position_only_row', 'only_row')
export class RemovalPositionEntity {
  @PrimaryColumn('boolean', { default: true })
  onlyRow!: true;

  /** Every prediction up to this id was removed or kept by this walk. */
  @Column('uuid', { default: '00000000-0000-0000-0000-000000000000' })
  walkedTo!: string;

  /** The first prediction that this walk has kept: the next walk begins there. */
  @Column('uuid', { nullable: true })
  oldestKept!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  begunAt!: Date;
}
