import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Each event of a payment's money is stored once, by the primary key. Append-only by triggers. */
@Entity({ name: 'payment_events' })
@Check(
  'payment_events_kind_known',
  "kind in ('paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won')",
)
@Check('payment_events_amount_not_negative', 'amount >= 0')
@Index('payment_events_payment', ['paymentId'])
export class PaymentEventEntity {
  @PrimaryColumn('text')
  provider!: string;

  @PrimaryColumn('text')
  kind!: 'paid' | 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won';

  /** The payment service's id of the payment, the refund or the dispute. */
  @PrimaryColumn('text')
  subjectId!: string;

  @Column('uuid')
  @ForeignKey('payments')
  paymentId!: string;

  /** Minor units of the currency. */
  @Column('bigint')
  amount!: string;

  @Column('text')
  currency!: string;

  /** By the clock of the payment service. */
  @Column('timestamptz')
  happenedAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt!: Date;
}
