import { Column, Entity, PrimaryColumn } from 'typeorm';

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who signs in: here with email and password, or with an outside identity provider as (issuer, subject). */
@Entity({ name: 'users', synchronize: false })
export class UserEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** Lower case. For outside people it is what their provider says, and never identifies anybody here. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** Argon2id in PHC form. Left out of reads unless asked for by name. */
  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash!: string | null;

  @Column('text')
  role!: Role;

  @Column('text', { nullable: true })
  issuer!: string | null;

  @Column('text', { nullable: true })
  subject!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
