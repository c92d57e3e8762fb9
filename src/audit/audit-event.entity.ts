import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const ACTOR_KINDS = [
  'user',
  'admin',
  'api_key',
  'operator_key',
  'command',
  'payment_provider',
  'system',
] as const;
/** What kind of actor makes a change. */
export type ActorKind = (typeof ACTOR_KINDS)[number];

/**
 * Append-only: triggers refuse delete and truncate, and every update but one: `address`, the only personal value, can be set to null. The
 * index of an account serves its list, each other one a list with one filter.
 */
@Entity({ name: 'audit_events' })
@Check(
  'audit_events_actor_known',
  "actor_kind in ('user', 'admin', 'api_key', 'operator_key', 'command', 'payment_provider', 'system')",
)
@Check('audit_events_action_form', "action ~ '^[a-z0-9_]+([.][a-z0-9_]+)+$' and char_length(action) <= 100")
@Check('audit_events_ids_length', 'char_length(actor_id) <= 200 and char_length(target) <= 200')
@Index('audit_events_account', ['accountId', 'createdAt', 'id'])
@Index('audit_events_account_action', ['accountId', 'action', 'createdAt', 'id'])
@Index('audit_events_account_actor', ['accountId', 'actorId', 'createdAt', 'id'])
@Index('audit_events_account_target', ['accountId', 'target', 'createdAt', 'id'])
@Index('audit_events_time', ['createdAt', 'id'])
@Index('audit_events_action', ['action', 'createdAt', 'id'])
@Index('audit_events_actor', ['actorId', 'createdAt', 'id'])
@Index('audit_events_target', ['target', 'createdAt', 'id'])
export class AuditEventEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** Null for a change of the installation. No foreign key: events outlive accounts. */
  @Column('uuid', { nullable: true })
  accountId!: string | null;

  @Column('text')
  actorKind!: ActorKind;

  /** The public id of the actor. */
  @Column('text', { nullable: true })
  actorId!: string | null;

  /** Personal, and erasable. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** What was done: `key.created`. */
  @Column('text')
  action!: string;

  /** The public id of what was changed. */
  @Column('text', { nullable: true })
  target!: string | null;

  /** Only changed settings, without secrets and personal values. */
  @Column('jsonb', { nullable: true })
  before!: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  after!: Record<string, unknown> | null;

  /** `X-Request-Id` of the request. */
  @Column('text', { nullable: true })
  requestId!: string | null;
}
