import type { FileMark } from '../assets/index.js';
import type { Operation } from '../catalogue/index.js';
import { columns, rowOf, type RowOfColumns, sql } from '../platform/database/index.js';
import type { FailureCode, ProviderRef } from '../providers/index.js';
import { PredictionEntity } from './prediction.entity.js';
import { STORED_COLUMNS } from './request-fields.js';

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
  /** Counts the submits of `engine_busy` in which the engine took no work; not shown. */
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
  ...STORED_COLUMNS,
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

export const PREDICTION_ROW = {
  ...rowOf(PredictionEntity, ...COLUMNS),
  operation: sql.text.as<Operation>(),
  /** Null for a model without a seed, and for predictions started before seeds were chosen. */
  seed: sql.jsonb.as<number>().orNull,
  outputs: sql.jsonb.as<StoredOutput[]>().orNull,
  error_code: sql.text.as<FailureCode>().orNull,
};

export type PredictionRow = RowOfColumns<typeof PREDICTION_ROW>;

export const PREDICTION_COLUMNS = `${columns<PredictionEntity>(...COLUMNS)}, input->'seed' as seed`;

export const CLAIMED_ROW = {
  ...rowOf(
    PredictionEntity,
    ...([
      'id',
      'fence',
      'provider',
      'model_key',
      'model',
      'modality',
      'input',
      'attempts',
      'errors',
    ] as const),
    ...(['crashes', 'isolated_crashes', 'submit_open', 'progress', 'deadline_at', 'trace_context'] as const),
  ),
  operation: sql.text.as<Operation>(),
  inline_media: sql.jsonb.as<Record<string, string>>().orNull,
  /** Throttled submits since the last other event. */
  times_busy: sql.integer,
  provider_ref: sql.jsonb.as<ProviderRef>().orNull,
  /** By the database's clock. */
  remaining_ms: sql.float8,
  /** Milliseconds between being due and being claimed; null when the steps are not recorded. */
  waited_ms: sql.float8.orNull,
};

export type ClaimedPrediction = RowOfColumns<typeof CLAIMED_ROW>;
