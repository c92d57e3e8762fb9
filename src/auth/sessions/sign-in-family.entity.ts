import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A sign-in on one device, with a chain of refresh tokens that all end together. */
@Entity({ name: 'sign_in_families' })
@Index('sign_in_families_user', ['userId'])
export class SignInFamilyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sign_in_families_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey('users', { name: 'sign_in_families_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** IP address of the sign-in, for the list of sessions. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** The account of its tokens; null: the user's own. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  /** The sign-in that continues this one, which a switch of the account has ended. */
  @Column('uuid', { name: 'continued_as', nullable: true })
  continuedAs!: string | null;
}
