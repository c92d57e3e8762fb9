import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An Idempotency-Key of POST /api/generate and the prediction that its first request created. Kept for 24 h. */
@Entity({ name: 'idempotency_keys' })
@Check('idempotency_keys_key_length', 'char_length(key) between 1 and 255')
@Index('idempotency_keys_age', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  accountId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key!: string;

  /** SHA-256 of the first request: another request with the same key is rejected. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('uuid', { name: 'prediction_id' })
  predictionId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
