import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A subscription is known from its first event on; its order says what it costs and gives. */
@Entity({ name: 'subscriptions' })
@Index('subscriptions_running', ['accountId', 'id'], { where: 'ended_at is null' })
@Index('subscriptions_to_end', ['endDueAt'], { where: 'ended_at is null and end_requested_at is not null' })
@Index('subscriptions_paid_until', ['paidUntil'], {
  where: 'ended_at is null and began_at is not null and end_requested_at is null',
})
export class SubscriptionEntity {
  /** Equals the id of the order. */
  @PrimaryColumn('uuid')
  @ForeignKey('checkouts')
  id!: string;

  @Column('text')
  subscriptionId!: string;

  @Column('uuid')
  accountId!: string;

  /** When its first month was granted; null: none has been paid yet. */
  @Column('timestamptz', { nullable: true })
  beganAt!: Date | null;

  /** When the newest payment was made, by the payment service. */
  @Column('timestamptz', { nullable: true })
  paidAt!: Date | null;

  /** When the newest payment failed, by the payment service. */
  @Column('timestamptz', { nullable: true })
  failedAt!: Date | null;

  /** The end of the newest paid month. */
  @Column('timestamptz', { nullable: true })
  paidUntil!: Date | null;

  /** When it will end, as the buyer has decided, or ended because nothing is collected; null: it goes on. */
  @Column('timestamptz', { nullable: true })
  endsAt!: Date | null;

  /** When `endsAt` was decided, by the payment service. */
  @Column('timestamptz', { nullable: true })
  changedAt!: Date | null;

  /** Another plan was bought, the account was deleted, no month was paid, or an operator ended it. */
  @Column('timestamptz', { nullable: true })
  endRequestedAt!: Date | null;

  /** The end was requested because no month was paid: one that is paid until then keeps the subscription. */
  @Column({ type: 'boolean', default: false })
  endUnlessPaid!: boolean;

  /** When a worker next queries the payment service whether it is paid, or ends it there. */
  @Column('timestamptz', { nullable: true })
  endDueAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
