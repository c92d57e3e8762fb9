import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const SPEND_PERIODS = ['day', 'week', 'month', 'total'] as const;
/** Over which time a spend limit counts: a calendar day, ISO week or month in UTC, or all time. */
export type SpendPeriod = (typeof SPEND_PERIODS)[number];

const PRIMARY_KEY = { primaryKeyConstraintName: 'spend_counters_pkey' };

/**
 * What a key, or an end user, with a spend limit has spent in the current period. Nothing writes it through this entity: the statements
 * that create and settle predictions write it, and `SpendLimits`, all under the lock of the account.
 */
@Entity({ name: 'spend_counters' })
@Check('spend_counters_credits_not_negative', 'credits >= 0')
@Check('spend_counters_period_known', "period in ('day', 'week', 'month', 'total')")
@Check('spend_counters_spent_not_negative', 'spent >= 0')
@Check('spend_counters_one_subject', '(key_id is null) <> (external_user_id is null)')
@Index('spend_counters_end_users', ['accountId'], { where: 'external_user_id is not null' })
export class SpendCounterEntity {
  /** `key:<uuid>` or `end-user:<account uuid>:<external id>`. */
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  subject!: string;

  /** Increases every 64 updates; see `epochs.sql.ts`. */
  @PrimaryColumn('bigint', { ...PRIMARY_KEY, default: 0 })
  epoch!: string;

  @Column('integer', { default: 0 })
  updates!: number;

  @Column('uuid')
  accountId!: string;

  /** Null: the counter of an end user. */
  @Column('uuid', { nullable: true })
  keyId!: string | null;

  /** Null: the counter of a key. */
  @Column('text', { nullable: true })
  externalUserId!: string | null;

  /** The limit, in thousandths of a credit. */
  @Column('bigint')
  credits!: string;

  @Column('text')
  period!: SpendPeriod;

  /** Charges of predictions created in [`periodStart`, `periodEnd`) count. */
  @Column('timestamptz')
  periodStart!: Date;

  @Column('timestamptz')
  periodEnd!: Date;

  /** Charges less refunds of the period, in thousandths of a credit. */
  @Column('bigint')
  spent!: string;
}
