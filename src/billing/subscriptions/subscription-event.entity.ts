import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { SubscriptionEvent } from '../payment-provider.js';

/** What happened to a subscription beside its payments. Each event once, by the primary key. Append-only by triggers. */
@Entity({ name: 'subscription_events' })
@Check(
  'subscription_events_kind_known',
  "kind in ('payment_failed', 'subscription_changed', 'subscription_ended')",
)
export class SubscriptionEventEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'subscription_events_pkey' })
  provider!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'subscription_events_pkey' })
  kind!: SubscriptionEvent['kind'];

  /** The payment service's id of the change, or of the subscription that ended. */
  @PrimaryColumn('text', { name: 'subject_id', primaryKeyConstraintName: 'subscription_events_pkey' })
  subjectId!: string;

  @Column('uuid', { name: 'checkout_id' })
  @ForeignKey('checkouts', { name: 'subscription_events_checkout_id_fkey' })
  checkoutId!: string;

  /** By the payment service. */
  @Column('timestamptz', { name: 'happened_at' })
  happenedAt!: Date;

  @Column('timestamptz', { name: 'received_at', default: () => 'clock_timestamp()' })
  receivedAt!: Date;
}
