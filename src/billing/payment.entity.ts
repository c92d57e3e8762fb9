import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

export const PAYMENT_STATUSES = [
  'pending',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'rejected',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REJECTIONS = [
  'unknown_checkout',
  'wrong_item',
  'wrong_amount',
  'wrong_currency',
  'already_paid',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Every event of a payment locks its row. */
@Entity({ name: 'payments' })
@Check(
  'payments_status_known',
  "status in ('pending', 'paid', 'partly_refunded', 'refunded', 'disputed', 'rejected')",
)
@Check(
  'payments_rejection_known',
  "rejection in ('unknown_checkout', 'wrong_item', 'wrong_amount', 'wrong_currency', 'already_paid')",
)
@Check('payments_taken_back_in_credits', 'taken_back between 0 and credits')
@Check('payments_granted_to_account', 'credits = 0 or (account_id is not null and checkout_id is not null)')
@Unique('payments_payment_unique', ['provider', 'paymentId'])
@Index('payments_one_grant_per_pack', ['checkoutId'], {
  unique: true,
  where: 'credits > 0 and subscription_id is null',
})
@Index('payments_one_grant_per_month', ['checkoutId', 'periodEndsAt'], {
  unique: true,
  where: 'credits > 0 and subscription_id is not null',
})
@Index('payments_account', ['accountId', 'id'])
@Index('payments_rejected', ['id'], { where: 'rejection is not null' })
export class PaymentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  provider!: string;

  @Column('text')
  paymentId!: string;

  /** Null: the order is not known, or only a refund or a dispute has arrived yet. */
  @Column('uuid', { nullable: true })
  @ForeignKey('checkouts')
  checkoutId!: string | null;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /** `pending`: only a refund or a dispute has arrived yet. `rejected`: nothing was granted. */
  @Column('text', { default: 'pending' })
  status!: PaymentStatus;

  @Column('text', { nullable: true })
  rejection!: Rejection | null;

  /** The money that arrived, in minor units; null while it is pending. */
  @Column('bigint', { nullable: true })
  amount!: string | null;

  /** The invoice of the month, in minor units, of which `amount` may be a part; null: `amount` is all of it. */
  @Column('bigint', { nullable: true })
  total!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  /** Thousandths of a credit that were granted. */
  @Column('bigint', { default: 0 })
  credits!: string;

  /** What of `credits` was taken back. */
  @Column('bigint', { default: 0 })
  takenBack!: string;

  /** Null for a pack; otherwise the payment service's id of the subscription that a month was paid of. */
  @Column('text', { nullable: true })
  subscriptionId!: string | null;

  @Column('timestamptz', { nullable: true })
  periodEndsAt!: Date | null;

  @Column('text', { nullable: true })
  customerId!: string | null;

  @Column('text', { nullable: true })
  receiptUrl!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
