import { MODALITIES } from '../../catalogue/index.js';
import { Field, OptionalField } from '../../platform/http/index.js';
import { COMMON_FIELDS } from '../request-fields.js';
import { StatusBody } from './prediction.dto.js';

/** Documents the body of POST /api/generate. The model's own schema validates it, not this class. */
export class GenerateRequest {
  @Field({ example: 'embedded-image' }) modelKey!: string;
  @OptionalField({
    example: 'a lighthouse at dusk',
    description: 'At most 4000 characters unless the model says otherwise.',
  })
  prompt?: string;
  @OptionalField({ example: '16:9', description: '`<width>:<height>`.' })
  aspectRatio?: string;
  @OptionalField('Seconds.') duration?: number;
  @OptionalField.integer('The same seed and input make the same file again, if the engine honours seeds.')
  seed?: number;
  @OptionalField('https link, data URL, or a link to an output of this service.')
  imageUrl?: string;
  @OptionalField('https link, data URL, or a link to an output of this service.')
  videoUrl?: string;
}

for (const [field, { about }] of Object.entries(COMMON_FIELDS))
  OptionalField(about)(GenerateRequest.prototype, field);

/** A field of the request that the model has no use for. */
export class WarningBody {
  @Field({ example: 'duration' }) field!: string;
  @Field({ example: 'duration is ignored: embedded-image has no use for it' })
  message!: string;
}

export const WARNINGS = 'Fields that every model accepts and this one ignores; absent if there are none.';

/** The response to a request that started a prediction. */
export class GenerateBody {
  @Field.oneOf([true]) success!: true;
  @Field.id('pred') predictionId!: string;
  @Field.oneOf(['processing']) status!: 'processing';
  @Field() model!: string;
  @Field() modelKey!: string;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field('Credits charged.')
  creditCost!: number;
  @OptionalField.list(WarningBody, WARNINGS) warnings?: WarningBody[];
}

/** The response to a request that started a prediction and waited for it. */
export class StartedBody extends StatusBody {
  @OptionalField.list(WarningBody, WARNINGS) warnings?: WarningBody[];
}
