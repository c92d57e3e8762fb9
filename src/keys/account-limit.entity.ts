import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Replaces the limit of the account's plan. Without a row the plan's holds. */
@Entity({ name: 'account_limits' })
@Check('account_limits_rate_limit_range', 'max_rate_limit between 10 and 6000')
export class AccountLimitEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** In requests per window. */
  @Column('integer')
  maxRateLimit!: number;
}
