import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'credit_lots_pkey' };

/** What is left of credits that expire at the same time, after the entry of the position. A lot of nothing has no row. */
@Entity({ name: 'credit_lots' })
@Check('credit_lots_remaining_not_negative', 'remaining >= 0')
@Check('credit_lots_held_not_negative', 'held >= 0')
export class CreditLotEntity {
  @PrimaryColumn('uuid', { ...PRIMARY_KEY })
  accountId!: string;

  @PrimaryColumn('timestamptz', { ...PRIMARY_KEY })
  expiresAt!: Date;

  /** Credits in the wallet, in thousandths. */
  @Column('bigint')
  remaining!: string;

  /** Credits held by processing predictions, in thousandths. */
  @Column('bigint')
  held!: string;
}
