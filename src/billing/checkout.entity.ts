import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An order of a buyer: what is sold at which price. Payments are compared with it, and it says what is granted. */
@Entity({ name: 'checkouts' })
@Check('checkouts_credits_positive', 'credits > 0')
@Check('checkouts_amount_positive', 'amount > 0')
@Check('checkouts_currency_form', "currency ~ '^[A-Z]{3}$'")
@Index('checkouts_one_per_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
export class CheckoutEntity {
  /** The reference that the payment service returns with each payment. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'checkouts_pkey' })
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** `PaymentProvider.name`. */
  @Column('text')
  provider!: string;

  /** The id of the pack. */
  @Column('text')
  pack!: string;

  @Column('text')
  title!: string;

  /** In thousandths of a credit. */
  @Column('bigint')
  credits!: string;

  /** In minor units of the currency. */
  @Column('bigint')
  amount!: string;

  @Column('text')
  currency!: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
