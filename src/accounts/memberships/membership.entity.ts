import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AccountRole } from '../../http/index.js';

/** Who belongs to which account, with which role. A trigger makes a new user the owner of its account. */
@Entity({ name: 'memberships' })
@Check('memberships_role_known', "role in ('owner', 'admin', 'developer', 'viewer', 'billing')")
@Index('memberships_account', ['accountId'])
export class MembershipEntity {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'memberships_pkey' })
  @ForeignKey('users', { name: 'memberships_user_id_fkey', onDelete: 'CASCADE' })
  userId!: string;

  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'memberships_pkey' })
  accountId!: string;

  @Column('text')
  role!: AccountRole;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;
}
