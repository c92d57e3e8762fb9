import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The roles of users. */
export const ROLES = ['user', 'admin'] as const;
/** A role of a user. */
export type Role = (typeof ROLES)[number];

/** A person signs in with email and password, or with an outside identity provider as (issuer, subject). */
@Entity({ name: 'users' })
@Check('users_email_lower', 'email = lower(email)')
@Check('users_role_known', "role in ('user', 'admin')")
@Check(
  'users_can_sign_in',
  'password_hash is not null and email is not null or subject is not null and issuer is not null',
)
@Check('users_signup_credits_not_negative', 'signup_credits >= 0')
@Index('users_email_unique', ['email'], { unique: true, where: 'password_hash is not null' })
@Index('users_subject_unique', ['issuer', 'subject'], { unique: true, where: 'subject is not null' })
@Index('users_administrators', ['id'], { where: "role = 'admin'" })
/** A row of `users`. */
@Index('users_account', ['accountId'])
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The account of a sign-in that names no other. The user is always a member of it. */
  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  /** Lower case. For users of an outside provider it is what the provider reports, and never identifies a user here. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** When the user proved to receive mails at `email`. The default is for processes of earlier versions. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  emailVerifiedAt!: Date | null;

  /** Sign-up credits that are granted when the email is verified, in thousandths. */
  @Column('bigint', { default: 0 })
  signupCredits!: string;

  /** Argon2id in PHC format. Excluded from reads unless selected by name. */
  @Column('text', { nullable: true, select: false })
  passwordHash!: string | null;

  @Column('text', { default: 'user' })
  role!: Role;

  @Column('text', { nullable: true })
  issuer!: string | null;

  @Column('text', { nullable: true })
  subject!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
