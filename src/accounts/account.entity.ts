import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The owner of credits and keys. The statements that move money (`credits/`, `generation/`) write `balance`, `held`
 * and `owed`, and those that create predictions write `fair_tag`; nothing writes them through this entity.
 */
@Entity({ name: 'accounts' })
@Check('accounts_balance_not_negative', 'balance >= 0')
@Check('accounts_held_not_negative', 'held >= 0')
@Check('accounts_owed_not_negative', 'owed >= 0')
@Index('accounts_plan', ['plan', 'id'])
export class AccountEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Increases every 64 updates of the wallet; see `generations.sql.ts`. */
  @PrimaryColumn('bigint', { default: 0 })
  generation!: string;

  /** The plan's key. */
  @Column('text')
  plan!: string;

  /** Spendable, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  balance!: string;

  /** Cost of the account's processing predictions, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  held!: string;

  /** Debt, in thousandths of a credit: credits that were taken back and were spent before. While it is more than 0, nothing is charged. */
  @Column('bigint', { default: 0 })
  owed!: string;

  /** When credits of the wallet expire next, or credits that a refund can return. Charges are refused from then on until it is settled. */
  @Column('timestamptz', { nullable: true })
  creditsExpireAt!: Date | null;

  /** Processing predictions hold credits that have expired: each refund is followed by a settlement. */
  @Column('boolean', { default: false })
  hasExpiredHeld!: boolean;

  /** The position of its next prediction in the fair queue, in milliseconds of work. */
  @Column('bigint', { default: 0 })
  fairTag!: string;

  /** How often a spend limit of a key or an end user was set or removed. */
  @Column('bigint', { default: 0 })
  spendLimits!: string;

  /** Updates of this generation. */
  @Column('integer', { default: 0 })
  updates!: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  balanceUpdatedAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
