import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Rows are deleted when there is an administrator. */
@Entity({ name: 'setup_tokens' })
@Check('setup_tokens_hash_is_sha256', 'length(hash) = 32')
export class SetupTokenEntity {
  /** SHA-256; only the log line contains the token. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}
