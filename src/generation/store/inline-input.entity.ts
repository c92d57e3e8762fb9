import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Files that came inside a request. The row is written before the files and removed after them. No foreign keys: the
 * prediction comes later, and a check of the account would wait for its wallet.
 */
@Entity({ name: 'inline_inputs' })
@Check('inline_inputs_bytes_positive', 'bytes > 0')
@Index('inline_inputs_age', ['createdAt', 'predictionId'])
export class InlineInputEntity {
  @PrimaryColumn('uuid', { name: 'prediction_id', primaryKeyConstraintName: 'inline_inputs_pkey' })
  predictionId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('bigint')
  bytes!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
