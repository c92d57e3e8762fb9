import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/** A user has one at most. */
@Entity({ name: 'verification_links' })
@Check('verification_links_hash_is_sha256', 'length(hash) = 32')
@Unique('verification_links_hash_unique', ['hash'])
export class VerificationLinkEntity {
  @PrimaryColumn('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  userId!: string;

  /** SHA-256; only the link contains the token. */
  @Column('bytea')
  hash!: Buffer;

  /** The address that the link was sent to, and the only one that it verifies. */
  @Column('text')
  email!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}
