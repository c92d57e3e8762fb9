import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { MODALITIES, OPERATIONS } from '../../catalogue/index.js';
import { ApiProperty, ApiPropertyOptional, QueryBoolean } from '../../http/index.js';
import { FAILURE_CODES, type FailureCode } from '../../providers/index.js';
import type { PredictionStatus, TimelineEventName } from '../store/prediction.js';

const STATUSES = ['processing', 'completed', 'failed'] as const;
const EVENTS = [
  'accepted',
  'charged',
  'queued',
  'attempt_started',
  'submitted',
  'attempt_failed',
  'retry_scheduled',
  'output_stored',
  'completed',
  'failed',
  'refunded',
  'cancelled',
] as const satisfies readonly TimelineEventName[];

export class StatusQuery {
  @ApiPropertyOptional({
    type: 'number',
    minimum: 0,
    maximum: 60,
    default: 0,
    description: 'Seconds to wait for the end.',
  })
  @IsOptional()
  @Transform(({ value }): unknown =>
    typeof value === 'string' && /^\d{1,3}(\.\d{1,3})?$/.test(value) ? Number(value) : value,
  )
  @IsNumber()
  @Min(0)
  @Max(60)
  wait: number = 0;

  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Adds `timeline`.' })
  @IsOptional()
  @QueryBoolean()
  @IsBoolean()
  timeline: boolean = false;
}

export class OutputBody {
  @ApiProperty({ format: 'uri', description: 'Signed; works without a key until `urlExpiresAt`.' })
  url!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When this link stops working; a later read gives another.',
  })
  urlExpiresAt!: string;
  @ApiProperty({ example: 'image/png' })
  contentType!: string;
  @ApiProperty({ type: 'integer' })
  bytes!: number;
  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Hex.' })
  sha256!: string;
  @ApiPropertyOptional({ type: 'integer', description: 'Pixels.' })
  width?: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Pixels.' })
  height?: number;
  @ApiPropertyOptional()
  durationSeconds?: number;
}

export class FailureBody {
  @ApiProperty({ enum: FAILURE_CODES })
  code!: FailureCode;
  @ApiProperty()
  message!: string;
  @ApiProperty({ description: 'Whether the same request may succeed when it is sent again.' })
  retryable!: boolean;
}

export class QueueBody {
  @ApiProperty({ type: 'integer', minimum: 0 })
  position!: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 0 })
  etaSeconds?: number;
}

export class TimelineEntry {
  @ApiProperty({ format: 'date-time' })
  at!: string;
  @ApiProperty({ enum: EVENTS })
  event!: TimelineEventName;
  @ApiPropertyOptional({ type: 'integer' })
  attempt?: number;
  @ApiPropertyOptional()
  message?: string;
}

/** A prediction as every read shows it. */
export class PredictionView {
  @ApiProperty({ example: 'pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  predictionId!: string;
  @ApiProperty({ enum: STATUSES })
  status!: PredictionStatus;
  @ApiProperty()
  model!: string;
  @ApiProperty()
  modelKey!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ enum: OPERATIONS })
  operation!: string;
  @ApiProperty({ description: 'Credits charged when it started.' })
  creditCost!: number;
  @ApiProperty({ description: 'Credits given back: all of the cost when it failed, else 0.' })
  creditsRefunded!: number;
  @ApiProperty({ type: 'integer' })
  attempts!: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Never falls.' })
  progress!: number;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  startedAt!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  completedAt!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;
  @ApiProperty({ type: 'string', nullable: true })
  externalUserId!: string | null;

  @ApiPropertyOptional({ type: QueueBody, description: 'While processing, where known.' })
  queue?: QueueBody;
  @ApiPropertyOptional({ type: 'integer', description: 'While processing: when to ask again, milliseconds.' })
  retryAfterMs?: number;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'When completed; null once the output has expired.',
  })
  outputUrl?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'The same as `outputUrl`.' })
  url?: string | null;
  @ApiPropertyOptional({ type: [OutputBody] })
  outputs?: OutputBody[];
  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When `outputUrl` stops working; null once the output has expired.',
  })
  outputUrlExpiresAt?: string | null;
  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'When the files are removed.' })
  outputExpiresAt?: string;

  @ApiPropertyOptional({ type: FailureBody, description: 'When failed.' })
  error?: FailureBody;
  @ApiPropertyOptional({ type: [TimelineEntry] })
  timeline?: TimelineEntry[];
}

export class StatusBody extends PredictionView {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class GenerateBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ example: 'pred_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  predictionId!: string;
  @ApiProperty({ enum: ['processing'] })
  status!: 'processing';
  @ApiProperty()
  model!: string;
  @ApiProperty()
  modelKey!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ description: 'Credits charged.' })
  creditCost!: number;
}

export class QuoteBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  modelKey!: string;
  @ApiProperty()
  model!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ description: 'Credits the same request would be charged.' })
  creditCost!: number;
  @ApiProperty({ description: 'Credits spendable now.' })
  balance!: number;
  @ApiProperty()
  affordable!: boolean;
}

/** Documentation of the body of POST /api/generate; it is checked against the model's own schema, not by this class. */
export class GenerateRequest {
  @ApiProperty({ example: 'embedded-image' })
  modelKey!: string;
  @ApiPropertyOptional({
    example: 'a lighthouse at dusk',
    description: 'At most 4000 characters unless the model says otherwise.',
  })
  prompt?: string;
  @ApiPropertyOptional({ example: '16:9', description: '`<width>:<height>`.' })
  aspectRatio?: string;
  @ApiPropertyOptional({ description: 'Seconds.' })
  duration?: number;
  @ApiPropertyOptional({ type: 'integer' })
  seed?: number;
  @ApiPropertyOptional({ description: 'https link, data URL, or a link to an output of ours.' })
  imageUrl?: string;
  @ApiPropertyOptional({ description: 'https link, data URL, or a link to an output of ours.' })
  videoUrl?: string;
  @ApiPropertyOptional({
    type: 'object',
    maxProperties: 16,
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'At most 16 string values, names of 1 to 64 characters; stored and given back.',
  })
  @Type(() => Object)
  metadata?: Record<string, string>;
  @ApiPropertyOptional({
    type: 'string',
    minLength: 1,
    maxLength: 128,
    description: 'Stored and given back; a filter of the history.',
  })
  externalUserId?: string;
}
