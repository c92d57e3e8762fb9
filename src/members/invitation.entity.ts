import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AccountRole } from '../platform/http/index.js';

/** An accepted or withdrawn invitation has no row. */
@Entity({ name: 'invitations' })
@Check('invitations_email_lower', 'email = lower(email)')
@Check('invitations_role_known', "role in ('owner', 'admin', 'developer', 'viewer', 'billing')")
@Check('invitations_hash_is_sha256', 'length(hash) = 32')
@Unique('invitations_hash_unique', ['hash'])
@Unique('invitations_email_unique', ['accountId', 'email'])
@Index('invitations_email', ['email'])
@Index('invitations_invited_by', ['invitedBy'])
export class InvitationEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('text')
  email!: string;

  @Column('text')
  role!: AccountRole;

  /** The invitation ends with the membership of the user who invited. */
  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  invitedBy!: string;

  /** SHA-256 of the token; null until a link was made. */
  @Column('bytea', { nullable: true })
  hash!: Buffer | null;

  /** Only a mailed link proves the address. */
  @Column('boolean', { default: true })
  isMailed!: boolean;

  @Column('timestamptz')
  expiresAt!: Date;
}
