import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { SubscriptionEvent } from '../payment-provider.js';

/** Payments have events of their own. Each event is stored once, by the primary key. Append-only by triggers. */
@Entity({ name: 'subscription_events' })
@Check(
  'subscription_events_kind_known',
  "kind in ('payment_failed', 'subscription_changed', 'subscription_ended')",
)
export class SubscriptionEventEntity {
  @PrimaryColumn('text')
  provider!: string;

  @PrimaryColumn('text')
  kind!: SubscriptionEvent['kind'];

  /** The payment service's id of the change, or of the subscription that ended. */
  @PrimaryColumn('text')
  subjectId!: string;

  @Column('uuid')
  @ForeignKey('checkouts')
  checkoutId!: string;

  /** By the clock of the payment service. */
  @Column('timestamptz')
  happenedAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  receivedAt!: Date;
}
