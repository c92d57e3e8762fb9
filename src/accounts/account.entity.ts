import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Who owns credits and keys. `balance` and `held` are written by the statements that move money (`credits/`,
 * `generation/`), `fair_tag` by those that create predictions; nothing writes them through this entity.
 */
@Entity({ name: 'accounts' })
@Check('accounts_balance_not_negative', 'balance >= 0')
@Check('accounts_held_not_negative', 'held >= 0')
export class AccountEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'accounts_pkey' })
  id!: string;

  /** The plan's key. */
  @Column('text')
  plan!: string;

  /** Spendable, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  balance!: string;

  /** Cost of the account's predictions that are processing, in thousandths of a credit. */
  @Column('bigint', { default: 0 })
  held!: string;

  /** Where its next prediction stands in the fair line, in milliseconds of work. */
  @Column('bigint', { name: 'fair_tag', default: 0 })
  fairTag!: string;

  @Column('timestamptz', { name: 'balance_updated_at', default: () => 'clock_timestamp()' })
  balanceUpdatedAt!: Date;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
