import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Kept for 24 h. */
@Entity({ name: 'idempotency_keys' })
@Check('idempotency_keys_key_length', 'char_length(key) between 1 and 255')
@Index('idempotency_keys_age', ['createdAt'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  @PrimaryColumn('text')
  key!: string;

  /** SHA-256 of the first request, because another request with the same key is rejected. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('uuid')
  predictionId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
