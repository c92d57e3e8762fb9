import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A sign-in on one device, with a chain of refresh tokens that all end together. */
@Entity({ name: 'sign_in_families' })
@Index('sign_in_families_user', ['userId'])
export class SignInFamilyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  userId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** The account of its tokens; null: the user's own. */
  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /** The sign-in that continues this one after a switch of the account. */
  @Column('uuid', { nullable: true })
  continuedAs!: string | null;
}
