import { MODALITIES, OPERATIONS } from '../../catalogue/index.js';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';
import { FAILURE_CODES, type FailureCode } from '../../providers/index.js';
import type { PredictionStatus, TimelineEventName } from '../prediction.js';

const STATUSES = ['processing', 'completed', 'failed'] as const;
const EVENTS = [
  'accepted',
  'charged',
  'queued',
  'attempt_started',
  'submitted',
  'attempt_failed',
  'engine_busy',
  'retry_scheduled',
  'output_stored',
  'completed',
  'failed',
  'refunded',
  'cancelled',
] as const satisfies readonly TimelineEventName[];

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** How a file says that it came to be, in API responses. */
export class OutputMarkBody {
  @ApiProperty({
    type: 'string',
    nullable: true,
    format: 'uri',
    example: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    description:
      "`Iptc4xmpExt:DigitalSourceType` in the file, a term of IPTC's vocabulary; null when it has none.",
  })
  digitalSourceType!: string | null;
  @ApiProperty({ description: 'Whether the file holds a C2PA manifest.' })
  c2pa!: boolean;
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
  @ApiPropertyOptional({
    type: OutputMarkBody,
    description: 'Absent for files from before marks were recorded.',
  })
  mark?: OutputMarkBody;
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
