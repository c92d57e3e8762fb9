import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { AccountRole } from '../../platform/http/index.js';

/** A trigger makes a new user the owner of its account. */
@Entity({ name: 'memberships' })
@Check('memberships_role_known', "role in ('owner', 'admin', 'developer', 'viewer', 'billing')")
@Index('memberships_account', ['accountId'])
export class MembershipEntity {
  @PrimaryColumn('uuid')
  @ForeignKey('users', { onDelete: 'CASCADE' })
  userId!: string;

  @PrimaryColumn('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('text')
  role!: AccountRole;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;
}
