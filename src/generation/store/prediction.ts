/** The rows of a prediction as the database driver returns them. */
import type { FileMark } from '../../assets/index.js';
import type { Modality, Operation } from '../../catalogue/index.js';
import { columns } from '../../database/index.js';
import type { FailureCode, ProviderRef } from '../../providers/index.js';
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

/** The columns of a status response. */
export interface PredictionRow {
  id: string;
  account_id: string;
  status: PredictionStatus;
  model: string;
  model_key: string;
  modality: Modality;
  operation: Operation;
  /** bigint, thousandths of a credit. */
  cost: string;
  /** Null: accepted before prices had versions. */
  price_version: string | null;
  attempts: number;
  progress: number;
  provider_queue_position: number | null;
  metadata: Record<string, string>;
  external_user_id: string | null;
  /** Null for a model without a seed, and for predictions started before seeds were chosen. */
  seed: number | null;
  outputs: StoredOutput[] | null;
  output_expires_at: Date | null;
  outputs_removed_at: Date | null;
  error_code: FailureCode | null;
  error_message: string | null;
  error_retryable: boolean | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
}

/** The columns that a worker with the lease needs. */
export interface ClaimedPrediction {
  id: string;
  fence: number;
  provider: string;
  model_key: string;
  model: string;
  modality: Modality;
  operation: Operation;
  input: Record<string, unknown>;
  inline_media: Record<string, string> | null;
  attempts: number;
  errors: number;
  /** Throttled submits since the last other event. */
  times_busy: number;
  /** Leases that expired without a release. */
  crashes: number;
  /** Isolated processes that crashed while they ran this prediction. */
  isolated_crashes: number;
  submit_open: boolean;
  provider_ref: ProviderRef | null;
  progress: number;
  deadline_at: Date;
  /** Milliseconds left until the deadline, by the database's clock. */
  remaining_ms: number;
  /** The span below which its steps are recorded; null when they are not. */
  trace_context: string | null;
  /** Milliseconds that it was due before it was claimed; null when its steps are not recorded. */
  waited_ms: number | null;
}

/** The columns of `PredictionRow`. */
export const PREDICTION_COLUMNS = `${columns<PredictionEntity>(
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
)}, input->'seed' as seed`;
