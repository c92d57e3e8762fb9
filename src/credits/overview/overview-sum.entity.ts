import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'overview_sums_pkey' };

/**
 * What the summed entries of all accounts add up to in an hour or a day (UTC), and in all. Entries of a prediction count at the
 * time at which the prediction was created, others at their own. Written only by `LedgerSummaries`.
 */
@Entity({ name: 'overview_sums' })
@Check('overview_sums_span_known', "span in ('hour', 'day', 'all')")
@Check(
  'overview_sums_figure_known',
  "figure in ('charge', 'capture', 'refund', 'failure', 'account', 'grant', 'adjustment', 'debt', 'expiry')",
)
export class OverviewSumEntity {
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  span!: 'hour' | 'day' | 'all';

  /** The kind of the entries; `failure`: refunds by error code; `account`: charges by account, not in all. */
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  figure!:
    | 'charge'
    | 'capture'
    | 'refund'
    | 'failure'
    | 'account'
    | 'grant'
    | 'adjustment'
    | 'debt'
    | 'expiry';

  /** 1970 for all. */
  @PrimaryColumn('timestamptz', { ...PRIMARY_KEY })
  startsAt!: Date;

  /**
   * The model key of charges, captures and refunds; the error code of failures, empty for a prediction that was removed before it
   * was summed; `accounts.id`; the destination of other entries.
   */
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  value!: string;

  @Column('bigint')
  entries!: string;

  /** Thousandths of a credit. */
  @Column('bigint')
  amount!: string;

  @Column('bigint')
  firstEntry!: string;

  /** A verification skips hours that have no new entry. */
  @Column('bigint')
  lastEntry!: string;
}
