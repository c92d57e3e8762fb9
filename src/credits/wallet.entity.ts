import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A trigger adds one row with each account. Nothing writes it through this entity: statements in `credits/` and `generation/` do. */
@Entity({ name: 'wallets' })
@Check('wallets_balance_not_negative', 'balance >= 0')
@Check('wallets_held_not_negative', 'held >= 0')
@Check('wallets_owed_not_negative', 'owed >= 0')
export class WalletEntity {
  @PrimaryColumn('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  /** Increases every 64 updates; see `epochs.sql.ts`. */
  @PrimaryColumn('bigint', { default: 0 })
  epoch!: string;

  @Column('integer', { default: 0 })
  updates!: number;

  /** Spendable, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  balance!: string;

  /** Cost of the account's processing predictions, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  held!: string;

  /** In thousandths of a credit: credits that were taken back and were spent before. While it is more than 0, nothing is charged. */
  @Column('bigint', { default: 0 })
  owed!: string;

  /** When credits of the wallet expire next, or credits that a refund can return. Charges are refused from then on until it is settled. */
  @Column('timestamptz', { nullable: true })
  creditsExpireAt!: Date | null;

  /** Processing predictions hold credits that have expired: each refund is followed by a settlement. */
  @Column('boolean', { default: false })
  hasExpiredHeld!: boolean;

  /** Counts how often a spend limit of a key or an end user was set or removed. */
  @Column('bigint', { default: 0 })
  spendLimits!: string;

  /** The position of the account's next prediction in the fair queue, in milliseconds of work. */
  @Column('bigint', { default: 0 })
  fairTag!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  balanceUpdatedAt!: Date;
}
