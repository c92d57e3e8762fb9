import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A subscription to a plan, by its order. It is known from its first event on; its order says what it costs and gives. */
@Entity({ name: 'subscriptions' })
@Index('subscriptions_running', ['accountId', 'id'], { where: 'ended_at is null' })
@Index('subscriptions_to_end', ['endDueAt'], { where: 'ended_at is null and end_requested_at is not null' })
@Index('subscriptions_paid_until', ['paidUntil'], {
  where: 'ended_at is null and began_at is not null and end_requested_at is null',
})
export class SubscriptionEntity {
  /** The id of the order. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'subscriptions_pkey' })
  @ForeignKey('checkouts', { name: 'subscriptions_id_fkey' })
  id!: string;

  /** The payment service's id. */
  @Column('text', { name: 'subscription_id' })
  subscriptionId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** When its first month was granted; null: none has been paid yet. */
  @Column('timestamptz', { name: 'began_at', nullable: true })
  beganAt!: Date | null;

  /** Of the newest payment, by the payment service. */
  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt!: Date | null;

  /** Of the newest failed payment, by the payment service. */
  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;

  /** The end of the newest month that was paid. */
  @Column('timestamptz', { name: 'paid_until', nullable: true })
  paidUntil!: Date | null;

  /** When it will end, as the buyer has decided, or ended because nothing is collected; null: it goes on. */
  @Column('timestamptz', { name: 'ends_at', nullable: true })
  endsAt!: Date | null;

  /** When `endsAt` was decided, by the payment service. */
  @Column('timestamptz', { name: 'changed_at', nullable: true })
  changedAt!: Date | null;

  /** It is to be ended at the payment service: another plan was bought, the account was deleted, no month was paid, or an operator ended it. */
  @Column('timestamptz', { name: 'end_requested_at', nullable: true })
  endRequestedAt!: Date | null;

  /** When a worker asks the payment service for the end next, or whether it is paid. */
  @Column('timestamptz', { name: 'end_due_at', nullable: true })
  endDueAt!: Date | null;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}
