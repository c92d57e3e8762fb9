import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

const KINDS = `'account.opened', 'credits.adjusted', 'credits.granted', 'key.created', 'key.revoked', 'prediction.accepted',
  'prediction.cancelled', 'prediction.completed', 'prediction.failed', 'prediction.started'`;

/**
 * Triggers record what happened in the transaction in which it happened and only while a listener hears its kind. Rows that every listener
 * has handled are deleted. A row of a charge or a refund stands for two events, of the prediction and of its credits.
 */
@Entity({ name: 'events' })
@Check('events_kind_known', `kind in (${KINDS})`)
export class EventEntity {
  /** The order of the events of one prediction, account or key: the locks of rows make their transactions follow each other. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  position!: string;

  @Column('text')
  kind!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  predictionId!: string | null;

  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('bigint', { nullable: true })
  transferId!: string | null;

  /** What could have changed until the event is read. Null: the reader finds all by the ids. */
  @Column('jsonb', { nullable: true })
  payload!: Record<string, unknown> | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
