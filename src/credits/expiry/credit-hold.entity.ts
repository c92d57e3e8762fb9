import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'credit_holds_pkey' };

/** The lots that the held credits of a processing prediction come from. */
@Entity({ name: 'credit_holds' })
@Check('credit_holds_amount_positive', 'amount > 0')
export class CreditHoldEntity {
  @PrimaryColumn('uuid', { ...PRIMARY_KEY })
  accountId!: string;

  @PrimaryColumn('uuid', { ...PRIMARY_KEY })
  predictionId!: string;

  @PrimaryColumn('timestamptz', { ...PRIMARY_KEY })
  expiresAt!: Date;

  /** In thousandths of a credit. */
  @Column('bigint')
  amount!: string;
}
