import { MODALITIES, OPERATIONS } from '../../catalogue/index.js';
import { Field, NullableField, OptionalField } from '../../platform/http/index.js';
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
  @NullableField.uri({
    example: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    description:
      "`Iptc4xmpExt:DigitalSourceType` in the file, a term of IPTC's vocabulary; null when it has none.",
  })
  digitalSourceType!: string | null;
  @Field('Whether the file holds a C2PA manifest.')
  c2pa!: boolean;
}

/** A stored output file in API responses. */
export class OutputBody {
  @Field.uri('Signed; works without a key until `urlExpiresAt`.')
  url!: string;
  @Field.instant('When this link expires; a later read returns a new one.')
  urlExpiresAt!: string;
  @Field({ example: 'image/png' }) contentType!: string;
  @Field.integer() bytes!: number;
  @Field({ pattern: '^[0-9a-f]{64}$', description: 'Hex.' })
  sha256!: string;
  @OptionalField.integer('Pixels.') width?: number;
  @OptionalField.integer('Pixels.') height?: number;
  @OptionalField() durationSeconds?: number;
  @OptionalField('Absent for files from before marks were recorded.')
  mark?: OutputMarkBody;
}

/** Why a prediction failed, in API responses. */
export class FailureBody {
  @Field.oneOf(FAILURE_CODES) code!: FailureCode;
  @Field() message!: string;
  @Field('Whether the same request may succeed when sent again.')
  retryable!: boolean;
}

/** The place in the queue, in API responses. */
export class QueueBody {
  @Field.integer({ minimum: 0 }) position!: number;
  @OptionalField.integer({
    minimum: 0,
    description: 'Expected seconds until its end, from what such predictions took here.',
  })
  etaSeconds?: number;
}

/** An event in the life of a prediction, in API responses. */
export class TimelineEntry {
  @Field.instant() at!: string;
  @Field.oneOf(EVENTS) event!: TimelineEventName;
  @OptionalField.integer() attempt?: number;
  @OptionalField() message?: string;
}

/** A prediction in API responses. */
export class PredictionView {
  @Field.id('pred') predictionId!: string;
  @Field.oneOf(STATUSES) status!: PredictionStatus;
  @Field() model!: string;
  @Field() modelKey!: string;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field.oneOf(OPERATIONS) operation!: string;
  @Field('Credits charged at the start.')
  creditCost!: number;
  @Field('Refunded credits: the whole cost when failed, else 0.')
  creditsRefunded!: number;
  @Field.integer() attempts!: number;
  @Field.integer({ minimum: 0, maximum: 100, description: 'Never decreases.' })
  progress!: number;
  @Field.instant() createdAt!: string;
  @NullableField.instant() startedAt!: string | null;
  @NullableField.instant() completedAt!: string | null;
  @Field.textsByName() metadata!: Record<string, string>;
  @NullableField.text() externalUserId!: string | null;
  @OptionalField({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description: 'The version of the price that it was charged by.',
  })
  priceVersion?: string;
  @OptionalField.integer(
    'For a model that accepts a seed: the one it ran with. Chosen at the start if none was sent.',
  )
  seed?: number;

  @OptionalField('While processing, if known.')
  queue?: QueueBody;
  @OptionalField.integer('While processing: milliseconds to wait before the next poll.')
  retryAfterMs?: number;

  @OptionalField.text({ nullable: true, description: 'When completed; null once the output has expired.' })
  outputUrl?: string | null;
  @OptionalField.text({ nullable: true, description: 'The same as `outputUrl`.' })
  url?: string | null;
  @OptionalField.list(OutputBody) outputs?: OutputBody[];
  @OptionalField.instant({
    nullable: true,
    description: 'When `outputUrl` expires; null once the output has expired.',
  })
  outputUrlExpiresAt?: string | null;
  @OptionalField.instant('When the files are removed.')
  outputExpiresAt?: string;

  @OptionalField('When failed.')
  error?: FailureBody;
  @OptionalField.instant('When it was deleted: its files, prompt and input are gone.')
  deletedAt?: string;
  @OptionalField.list(TimelineEntry) timeline?: TimelineEntry[];
}

/** The response with the state of a prediction. */
export class StatusBody extends PredictionView {
  @Field.oneOf([true]) success!: true;
}

/** Why an id has no state. */
export class NotFoundBody {
  @Field.oneOf(['prediction_not_found']) code!: 'prediction_not_found';
  @Field() message!: string;
  @Field.oneOf([false]) retryable!: false;
}

/** An id without a state: unknown, another account's, or of a modality that the caller's scopes do not allow. */
export class MissingPrediction {
  @Field('As sent.')
  predictionId!: string;
  // Null and nothing else; generators have no type for a lone `null`.
  @Field({ type: 'string', nullable: true, enum: [null] }) status!: null;
  @Field() error!: NotFoundBody;
}

/** The response with the states of several predictions. */
export class StatusesBody {
  @Field.oneOf([true]) success!: true;
  @Field({
    type: 'array',
    items: { oneOf: [refTo('PredictionView'), refTo('MissingPrediction')] },
    description: 'In the order of `ids`.',
  })
  items!: (PredictionView | MissingPrediction)[];
}
