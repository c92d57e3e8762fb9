import { Type } from 'class-transformer';
import { MODALITIES } from '../../catalogue/index.js';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';
import { StatusBody } from './prediction.dto.js';

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

/** A field of the request that the model has no use for. */
export class WarningBody {
  @ApiProperty({ example: 'duration' })
  field!: string;
  @ApiProperty({ example: 'duration is ignored: embedded-image has no use for it' })
  message!: string;
}

export const WARNINGS = 'Fields that every model accepts and this one ignores; absent if there are none.';

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
