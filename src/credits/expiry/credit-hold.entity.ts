import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = { primaryKeyConstraintName: 'credit_holds_pkey' };

/** Which lots the credits come from that a processing prediction holds. */
@Entity({ name: 'credit_holds' })
@Check('credit_holds_amount_positive', 'amount > 0')
export class CreditHoldEntity {
  @PrimaryColumn('uuid', { name: 'account_id', ...PRIMARY_KEY })
  accountId!: string;

  @PrimaryColumn('uuid', { name: 'prediction_id', ...PRIMARY_KEY })
  predictionId!: string;

  @PrimaryColumn('timestamptz', { name: 'expires_at', ...PRIMARY_KEY })
  expiresAt!: Date;

  /** In thousandths of a credit. */
  @Column('bigint')
  amount!: string;
}
