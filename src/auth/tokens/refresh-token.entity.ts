import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A refresh token of a sign-in. Each is used once. */
@Entity({ name: 'refresh_tokens' })
@Check('refresh_tokens_hash_is_sha256', 'length(hash) = 32')
@Index('refresh_tokens_family', ['familyId'])
export class RefreshTokenEntity {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'refresh_tokens_pkey' })
  hash!: Buffer;

  @Column('uuid', { name: 'family_id' })
  @ForeignKey('sign_in_families', { name: 'refresh_tokens_family_id_fkey', onDelete: 'CASCADE' })
  familyId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
