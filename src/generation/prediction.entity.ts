import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IS_MISDATED } from './misdated.sql.js';

/** The columns that filters of lists compare. */
const KIND = ['status', 'modality', 'operation', 'modelKey', 'env'];

/**
 * A prediction is also its queue entry. Only the statements of this folder write it; lists read through this entity. A trigger rejects
 * changes of a final prediction.
 */
@Entity({ name: 'predictions' })
@Check('predictions_env_known', "env in ('live', 'test')")
@Check('predictions_modality_known', "modality in ('image', 'video', 'audio', '3d')")
@Check('predictions_cost_not_negative', 'cost >= 0')
@Check('predictions_status_known', "status in ('processing', 'completed', 'failed')")
@Check('predictions_progress_range', 'progress between 0 and 100')
@Check('predictions_final_iff_completed_at', "(status = 'processing') = (completed_at is null)")
@Check('predictions_failed_iff_error', "(status = 'failed') = (error_code is not null)")
@Check('predictions_completed_iff_outputs', "(status = 'completed') = (outputs is not null)")
@Check('predictions_final_has_no_lease', "status = 'processing' or lease_until is null")
// Rows that workers claim: to be polled, to be submitted again, not begun.
@Index('predictions_awaited', ['provider', 'runAt'], {
  where: "status = 'processing' and started_at is not null and provider_ref is not null",
})
@Index('predictions_due', ['provider', 'runAt'], {
  where: "status = 'processing' and started_at is not null and provider_ref is null",
})
@Index('predictions_waiting', ['provider', 'fairTag', 'id'], {
  where: "status = 'processing' and started_at is null",
})
// Rows of plans that bound the predictions in flight: those that wait for a place, and those that have one.
@Index('predictions_without_plan_place', ['accountId', 'planTag', 'id'], {
  where: "status = 'processing' and fair_tag is null",
})
@Index('predictions_with_plan_place', ['accountId'], {
  where: "status = 'processing' and plan_tag is not null and fair_tag is not null",
})
@Index('predictions_leased', ['leasedBy'], { where: 'leased_by is not null' })
@Index('predictions_deadline', ['deadlineAt'], { where: "status = 'processing'" })
// Lists of an account, newest first. Lists with filters read the two `_final` and the one `_processing`: history/filtered-list.sql.ts.
@Index('predictions_history', ['accountId', 'createdAt', 'id'])
@Index('predictions_history_final', ['accountId', ...KIND, 'keyId', 'createdAt', 'id'], {
  where: "status <> 'processing'",
})
@Index(
  'predictions_history_final_external_user',
  ['accountId', 'externalUserId', ...KIND, 'keyId', 'createdAt', 'id'],
  { where: "external_user_id is not null and status <> 'processing'" },
)
@Index('predictions_history_processing', ['accountId', 'createdAt', 'id'], { where: "status = 'processing'" })
// Lists of all accounts with filters, newest first: history/filtered-list-of-all.sql.ts.
@Index('predictions_final', [...KIND, 'id'], { where: "status <> 'processing'" })
@Index('predictions_final_dashboard', [...KIND, 'id'], { where: "key_id is null and status <> 'processing'" })
@Index('predictions_final_external_user', ['externalUserId', ...KIND, 'id'], {
  where: "external_user_id is not null and status <> 'processing'",
})
@Index('predictions_misdated', ['id'], { where: IS_MISDATED })
@Index('predictions_expiring', ['outputExpiresAt'], {
  where: 'outputs is not null and outputs_removed_at is null',
})
export class PredictionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  /** Null: started by a signed-in user in the dashboard. */
  @Column('uuid', { nullable: true })
  @ForeignKey('api_keys')
  keyId!: string | null;

  @Column('text')
  env!: 'live' | 'test';

  @Column('text')
  modelKey!: string;

  @Column('text')
  model!: string;

  @Column('text')
  modality!: 'image' | 'video' | 'audio' | '3d';

  @Column('text')
  operation!: string;

  @Column('text')
  provider!: string;

  @Column('jsonb')
  input!: Record<string, unknown>;

  /** Inline files of the request, by field: links to the stored files. Rows of old releases contain data URLs. */
  @Column('jsonb', { nullable: true })
  inlineMedia!: Record<string, unknown> | null;

  @Column('jsonb', { default: {} })
  metadata!: Record<string, string>;

  @Column('text', { nullable: true })
  externalUserId!: string | null;

  /** Thousandths of a credit. */
  @Column('bigint')
  cost!: string;

  @Column('text', { default: 'processing' })
  status!: 'processing' | 'completed' | 'failed';

  @Column('bigint', { nullable: true })
  fairTag!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  runAt!: Date;

  @Column('timestamptz')
  deadlineAt!: Date;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('integer', { nullable: true })
  leasedBy!: number | null;

  /** Increases with every claim and settlement: a write with an older fence changes nothing. */
  @Column('integer', { default: 0 })
  fence!: number;

  @Column('smallint', { default: 0 })
  attempts!: number;

  /** Transient errors that count as attempts. */
  @Column('smallint', { default: 0 })
  errors!: number;

  /** Leases that expired without a release. */
  @Column('smallint', { default: 0 })
  crashes!: number;

  /** The intent: set before the engine is called, cleared by its response. After a crash the call may have been made. */
  @Column('boolean', { default: false })
  submitOpen!: boolean;

  /** From the engine's response. */
  @Column('jsonb', { nullable: true })
  providerRef!: unknown;

  @Column('smallint', { default: 0 })
  progress!: number;

  @Column('integer', { nullable: true })
  providerQueuePosition!: number | null;

  /** Without secrets of the provider. */
  @Column('jsonb', { default: [] })
  events!: { at: string; event: string; attempt: number; message?: string }[];

  @Column('jsonb', { nullable: true })
  outputs!: unknown;

  @Column('timestamptz', { nullable: true })
  outputExpiresAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  outputsRemovedAt!: Date | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('boolean', { nullable: true })
  errorRetryable!: boolean | null;

  /** For the operator: the engine's own error text. The API never returns it. */
  @Column('text', { nullable: true })
  errorInternal!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  /** Bytes of its inline files, stored below inputs/<id>/. Null: none. */
  @Column('bigint', { nullable: true })
  inlineBytes!: string | null;

  /** Expected milliseconds of work, added to the account's `fair_tag`. Null: not known. */
  @Column('bigint', { nullable: true })
  weight!: string | null;

  /** Place in the fair queue, if the account's plan bounds the predictions in flight. Null: the plan does not. */
  @Column('bigint', { nullable: true })
  planTag!: string | null;

  /** Crashes of isolated processes that ran it. */
  @Column('smallint', { default: 0 })
  isolatedCrashes!: number;

  /** The files, prompt and input are gone since then, the charge stays. */
  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;

  /** A worker has claimed the removal of its outputs until then, or the removal is retried then. Null: unclaimed. */
  @Column('timestamptz', { nullable: true })
  removalAt!: Date | null;

  /** By `workloadOf`. Null: accepted before runs were measured. */
  @Column('bigint', { nullable: true })
  workload!: string | null;

  /** W3C `traceparent`, perhaps with a `tracestate`. Null: the request is not recorded. */
  @Column('text', { nullable: true })
  traceContext!: string | null;

  /** Null: accepted before prices had versions. */
  @Column('text', { nullable: true })
  priceVersion!: string | null;
}
