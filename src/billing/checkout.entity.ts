import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An order says what is sold at which price: payments are compared with it, and it says what is granted. */
@Entity({ name: 'checkouts' })
@Check('checkouts_credits_positive', 'credits > 0')
@Check('checkouts_amount_positive', 'amount > 0')
@Check('checkouts_kind_known', "kind in ('pack', 'plan')")
@Check('checkouts_days_positive', 'expires_in_days > 0')
@Check('checkouts_currency_form', "currency ~ '^[A-Z]{3}$'")
@Index('checkouts_one_per_key', ['accountId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key is not null',
})
@Index('checkouts_plans_of_account', ['accountId', 'id'], { where: `kind = 'plan' and ended_at is null` })
export class CheckoutEntity {
  /** The reference that the payment service returns with each payment. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('uuid')
  userId!: string;

  @Column('text')
  provider!: string;

  /** A `plan` is a subscription, whose months are paid one by one. */
  @Column('text', { default: 'pack' })
  kind!: 'pack' | 'plan';

  /** The id of the pack, or of the plan. */
  @Column('text')
  pack!: string;

  @Column('text')
  title!: string;

  /** Thousandths of a credit; of a plan: each month. */
  @Column('bigint')
  credits!: string;

  /** The credits of a month of a plan expire at its end. */
  @Column('boolean', { default: false })
  creditsExpire!: boolean;

  /** Days after their arrival in which the credits of a pack expire; null: never. */
  @Column('integer', { nullable: true })
  expiresInDays!: number | null;

  /** Minor units of the currency. */
  @Column('bigint')
  amount!: string;

  @Column('text')
  currency!: string;

  @Column('text', { nullable: true })
  idempotencyKey!: string | null;

  /** The payment service's id of its page; null while none was opened. */
  @Column('text', { nullable: true })
  providerId!: string | null;

  /** Its page was ended before it was paid. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
