import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity({ name: 'one_time_links' })
@Check('one_time_links_hash_is_sha256', 'length(hash) = 32')
@Check('one_time_links_purpose_known', "purpose in ('invitation', 'reset')")
@Index('one_time_links_user', ['userId'])
export class OneTimeLinkEntity {
  /** SHA-256; only the link contains the token. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  userId!: string;

  @Column('text')
  purpose!: 'invitation' | 'reset';

  /** Only a mailed link proves the address. */
  @Column('boolean', { default: true })
  isMailed!: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
