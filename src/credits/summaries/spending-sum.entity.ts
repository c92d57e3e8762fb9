import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'spending_sums_pkey' };

/**
 * What an account's predictions created in a quarter of an hour (UTC) cost, by the summed entries of the ledger. Each prediction is in
 * three rows: of all, of its model and of its key. Written only by `LedgerSummaries`.
 */
@Entity({ name: 'spending_sums' })
@Check('spending_sums_grouping_known', "grouping in ('all', 'model', 'key')")
export class SpendingSumEntity {
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  grouping!: 'all' | 'model' | 'key';

  @PrimaryColumn('uuid', { ...PRIMARY_KEY })
  accountId!: string;

  @PrimaryColumn('timestamptz', { ...PRIMARY_KEY })
  quarter!: Date;

  /** The model key, or the id of the API key. Empty: all, or the dashboard. */
  @PrimaryColumn('text', { ...PRIMARY_KEY })
  value!: string;

  /** Thousandths of a credit. */
  @Column('bigint')
  charged!: string;

  /** Thousandths of a credit. */
  @Column('bigint')
  refunded!: string;

  @Column('bigint')
  predictions!: string;

  /** Captured predictions. */
  @Column('bigint')
  completed!: string;

  /** Refunded predictions. */
  @Column('bigint')
  failed!: string;

  /** The last entry in these sums: a verification skips rows that have no new one. */
  @Column('bigint')
  lastEntry!: string;
}
