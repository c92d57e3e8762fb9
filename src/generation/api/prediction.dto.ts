import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsNumber,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
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

export const MAX_WAIT_SECONDS = 60;
const WAIT_RULE = `wait must be a number between 0 and ${MAX_WAIT_SECONDS}`;
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Converts seconds of a query string, in decimal notation. */
const QuerySeconds = () =>
  Transform(({ value }): unknown =>
    typeof value === 'string' && /^\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : value,
  );

const MAX_IDS = 100;
const trim = (text: string) => text.trim();
const IsIds = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isIds',
      validator: {
        validate: (ids: unknown) =>
          Array.isArray(ids) && ids.length >= 1 && ids.length <= MAX_IDS && ids.every((id) => id !== ''),
      },
    },
    options,
  );

/** The query parameters of a request that may wait. */
export class WaitQuery {
  @ApiPropertyOptional({
    type: 'number',
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    default: 0,
    description: 'Seconds to wait for the final state.',
  })
  @IsOptional()
  @QuerySeconds()
  @IsNumber({}, { message: WAIT_RULE })
  @Min(0, { message: WAIT_RULE })
  @Max(MAX_WAIT_SECONDS, { message: WAIT_RULE })
  wait: number = 0;
}

/** The query parameters of a status request. */
export class StatusQuery extends WaitQuery {
  @ApiPropertyOptional({ type: 'boolean', default: false, description: 'Adds `timeline`.' })
  @IsOptional()
  @QueryBoolean()
  @IsBoolean()
  timeline: boolean = false;
}

export class StatusesQuery extends WaitQuery {
  @ApiProperty({ type: [String], minItems: 1, maxItems: MAX_IDS, description: 'Separated by commas.' })
  @Transform(({ value }): unknown => (typeof value === 'string' ? value.split(',').map(trim) : null))
  @IsIds({ message: `ids must be 1 to ${MAX_IDS} prediction ids, separated by commas` })
  ids!: string[];
}

export class StartQuery {
  @ApiPropertyOptional({
    type: 'number',
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    description:
      'Seconds to wait for the final state. With it, the response is the status body. `Prefer: wait=N` does the same.',
  })
  @IsOptional()
  @QuerySeconds()
  @IsNumber({}, { message: WAIT_RULE })
  @Min(0, { message: WAIT_RULE })
  @Max(MAX_WAIT_SECONDS, { message: WAIT_RULE })
  wait?: number;
}

/** A stored output file in API responses. */
export class OutputBody {
  @ApiProperty({ format: 'uri', description: 'Signed; works without a key until `urlExpiresAt`.' })
  url!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When this link expires; a later read returns a new one.',
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

/** Why a prediction failed, in API responses. */
export class FailureBody {
  @ApiProperty({ enum: FAILURE_CODES })
  code!: FailureCode;
  @ApiProperty()
  message!: string;
  @ApiProperty({ description: 'Whether the same request may succeed when sent again.' })
  retryable!: boolean;
}

/** The place in the queue, in API responses. */
export class QueueBody {
  @ApiProperty({ type: 'integer', minimum: 0 })
  position!: number;
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'Expected seconds until its end, from what such predictions took here.',
  })
  etaSeconds?: number;
}

/** An event in the life of a prediction, in API responses. */
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

/** A prediction in API responses. */
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
  @ApiProperty({ description: 'Credits charged at the start.' })
  creditCost!: number;
  @ApiProperty({ description: 'Refunded credits: the whole cost when failed, else 0.' })
  creditsRefunded!: number;
  @ApiProperty({ type: 'integer' })
  attempts!: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Never decreases.' })
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
  @ApiPropertyOptional({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description: 'The version of the price that it was charged by.',
  })
  priceVersion?: string;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.',
  })
  seed?: number;

  @ApiPropertyOptional({ type: QueueBody, description: 'While processing, if known.' })
  queue?: QueueBody;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'While processing: milliseconds to wait before the next poll.',
  })
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
    description: 'When `outputUrl` expires; null once the output has expired.',
  })
  outputUrlExpiresAt?: string | null;
  @ApiPropertyOptional({ type: 'string', format: 'date-time', description: 'When the files are removed.' })
  outputExpiresAt?: string;

  @ApiPropertyOptional({ type: FailureBody, description: 'When failed.' })
  error?: FailureBody;
  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'When it was deleted: its files, prompt and input are gone.',
  })
  deletedAt?: string;
  @ApiPropertyOptional({ type: [TimelineEntry] })
  timeline?: TimelineEntry[];
}

/** The response with the state of a prediction. */
export class StatusBody extends PredictionView {
  @ApiProperty({ enum: [true] })
  success!: true;
}

/** Why an id has no state. */
export class NotFoundBody {
  @ApiProperty({ enum: ['prediction_not_found'] })
  code!: 'prediction_not_found';
  @ApiProperty()
  message!: string;
  @ApiProperty({ enum: [false] })
  retryable!: false;
}

/** An id without a state: unknown, another account's, or of a modality that the caller's scopes do not allow. */
export class MissingPrediction {
  @ApiProperty({ description: 'As sent.' })
  predictionId!: string;
  // Null and nothing else; generators have no type for a lone `null`.
  @ApiProperty({ type: 'string', nullable: true, enum: [null] })
  status!: null;
  @ApiProperty({ type: NotFoundBody })
  error!: NotFoundBody;
}

/** The response with the states of several predictions. */
export class StatusesBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    type: 'array',
    items: { oneOf: [refTo('PredictionView'), refTo('MissingPrediction')] },
    description: 'In the order of `ids`.',
  })
  items!: (PredictionView | MissingPrediction)[];
}

/** A field of the request that the model has no use for. */
export class WarningBody {
  @ApiProperty({ example: 'duration' })
  field!: string;
  @ApiProperty({ example: 'duration is ignored: embedded-image has no use for it' })
  message!: string;
}

const WARNINGS = 'Fields that every model accepts and this one ignores; absent if there are none.';

/** The response to a request that started a prediction. */
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
  @ApiPropertyOptional({ type: [WarningBody], description: WARNINGS })
  warnings?: WarningBody[];
}

/** The response to a request that started a prediction and waited for it. */
export class StartedBody extends StatusBody {
  @ApiPropertyOptional({ type: [WarningBody], description: WARNINGS })
  warnings?: WarningBody[];
}

/** The response to a quote. */
/** The spend limit that does not cover a request. */
export class QuoteRefusalBody {
  @ApiProperty({ enum: ['key_spend_limit_reached', 'end_user_spend_limit_reached'] })
  code!: string;
  @ApiProperty({ description: 'Credits per period.' })
  limit!: number;
  @ApiProperty({ description: 'Credits spent in the current period.' })
  spent!: number;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the count begins anew. Null: never.',
  })
  resetsAt!: string | null;
}

/** The response to a quote: what the same request would be charged. */
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
  @ApiProperty({ description: 'Whether the balance and every spend limit cover the cost now.' })
  affordable!: boolean;
  @ApiProperty({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description:
      'Names this price. Sent with POST /api/generate, that is what is charged, or it is 409 `price_changed`.',
  })
  priceVersion!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Until then the price can be charged, also if it changes before.',
  })
  validUntil!: string;
  @ApiPropertyOptional({ description: 'Only when the balance covers the cost and a spend limit does not.' })
  refusal?: QuoteRefusalBody;
  @ApiPropertyOptional({ type: [WarningBody], description: WARNINGS })
  warnings?: WarningBody[];
}

/** Documents the body of POST /api/generate. The model's own schema validates it, not this class. */
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
  @ApiPropertyOptional({
    type: 'integer',
    description: 'The same seed and input make the same file again, if the engine honours seeds.',
  })
  seed?: number;
  @ApiPropertyOptional({ description: 'https link, data URL, or a link to an output of this service.' })
  imageUrl?: string;
  @ApiPropertyOptional({ description: 'https link, data URL, or a link to an output of this service.' })
  videoUrl?: string;
  @ApiPropertyOptional({
    type: 'object',
    maxProperties: 16,
    additionalProperties: { type: 'string', maxLength: 500 },
    description: 'At most 16 string values, names of 1 to 64 characters; stored and returned.',
  })
  @Type(() => Object)
  metadata?: Record<string, string>;
  @ApiPropertyOptional({
    type: 'string',
    minLength: 1,
    maxLength: 128,
    description: 'Stored and returned; the history filters by it.',
  })
  externalUserId?: string;
  @ApiPropertyOptional({
    maxLength: 100,
    minLength: 1,
    description:
      'The `priceVersion` of a quote: the request is charged by it, or 409 `price_changed`. Default: the present price.',
  })
  priceVersion?: string;
  @ApiPropertyOptional({
    minimum: 10,
    description:
      'Seconds after which a prediction that is not final fails with `deadline_exceeded` and is refunded. At most the ' +
      'model’s own deadline, which is the default.',
  })
  deadlineSeconds?: number;
}
