import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Each token is used once. */
@Entity({ name: 'refresh_tokens' })
@Check('refresh_tokens_hash_is_sha256', 'length(hash) = 32')
@Index('refresh_tokens_family', ['familyId'])
export class RefreshTokenEntity {
  /** SHA-256. */
  @PrimaryColumn('bytea')
  hash!: Buffer;

  @Column('uuid')
  @ForeignKey('sign_in_families', { onDelete: 'CASCADE' })
  familyId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
