/** The rows of a prediction as the database driver returns them. */
import type { FileMark } from '../assets/index.js';
import type { Operation } from '../catalogue/index.js';
import { columns, type RowOf } from '../platform/database/index.js';
import type { FailureCode, ProviderRef } from '../providers/index.js';
import type { PredictionEntity } from './prediction.entity.js';

/** The state of a prediction as callers see it. */
export type PredictionStatus = 'processing' | 'completed' | 'failed';

export interface StoredOutput {
  /** Name in the asset storage. */
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Files that were stored before marks were known have none. */
  mark?: FileMark;
}

/** The kinds of events in the life of a prediction. */
export type TimelineEventName =
  | 'accepted'
  | 'charged'
  | 'queued'
  | 'attempt_started'
  | 'submitted'
  | 'attempt_failed'
  | 'engine_busy'
  | 'retry_scheduled'
  | 'output_stored'
  | 'completed'
  | 'failed'
  | 'refunded'
  | 'cancelled';

export interface StoredEvent {
  at: string;
  event: TimelineEventName;
  attempt?: number;
  message?: string;
  /** Of `engine_busy`, not shown: submits that the engine took no work of. */
  times?: number;
}

const COLUMNS = [
  'id',
  'account_id',
  'status',
  'model',
  'model_key',
  'modality',
  'operation',
  'cost',
  'price_version',
  'attempts',
  'progress',
  'provider_queue_position',
  'metadata',
  'external_user_id',
  'outputs',
  'output_expires_at',
  'outputs_removed_at',
  'error_code',
  'error_message',
  'error_retryable',
  'created_at',
  'started_at',
  'completed_at',
  'deleted_at',
] as const;

/** The columns of a status response. */
export interface PredictionRow extends RowOf<PredictionEntity, (typeof COLUMNS)[number]> {
  operation: Operation;
  metadata: Record<string, string>;
  /** Null for a model without a seed, and for predictions started before seeds were chosen. */
  seed: number | null;
  outputs: StoredOutput[] | null;
  error_code: FailureCode | null;
}

/** The columns that a worker with the lease needs. */
export interface ClaimedPrediction extends RowOf<
  PredictionEntity,
  | 'id'
  | 'fence'
  | 'provider'
  | 'model_key'
  | 'model'
  | 'modality'
  | 'input'
  | 'attempts'
  | 'errors'
  | 'crashes'
  | 'isolated_crashes'
  | 'submit_open'
  | 'progress'
  | 'deadline_at'
  | 'trace_context'
> {
  operation: Operation;
  inline_media: Record<string, string> | null;
  /** Throttled submits since the last other event. */
  times_busy: number;
  provider_ref: ProviderRef | null;
  /** Milliseconds left until the deadline, by the database's clock. */
  remaining_ms: number;
  /** Milliseconds that it was due before it was claimed; null when its steps are not recorded. */
  waited_ms: number | null;
}

/** The columns of `PredictionRow`. */
export const PREDICTION_COLUMNS = `${columns<PredictionEntity>(...COLUMNS)}, input->'seed' as seed`;
