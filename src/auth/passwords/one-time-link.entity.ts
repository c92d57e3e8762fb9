import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link with which a user sets a password, once. */
@Entity({ name: 'one_time_links' })
@Check('one_time_links_hash_is_sha256', 'length(hash) = 32')
@Check('one_time_links_purpose_known', "purpose in ('invitation', 'reset')")
@Index('one_time_links_user', ['userId'])
export class OneTimeLinkEntity {
  /** SHA-256 of the token. Only the link contains the token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'one_time_links_pkey' })
  hash!: Buffer;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey('users', { name: 'one_time_links_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;

  @Column('text')
  purpose!: 'invitation' | 'reset';

  /** Whether the link was mailed. Only such a link proves the address. */
  @Column('boolean', { name: 'is_mailed', default: true })
  isMailed!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
