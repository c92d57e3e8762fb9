import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The row is inserted before the files are stored and deleted after they are removed. It has no foreign keys: the prediction is inserted
 * later, and a check of the account would wait for the wallet lock.
 */
@Entity({ name: 'inline_inputs' })
@Check('inline_inputs_bytes_positive', 'bytes > 0')
@Index('inline_inputs_age', ['createdAt', 'predictionId'])
export class InlineInputEntity {
  @PrimaryColumn('uuid')
  predictionId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('bigint')
  bytes!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
