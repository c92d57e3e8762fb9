import { bodyOf, Field, listBodyOf, OptionalInput } from '../platform/http/index.js';
import { type CatalogueModel, MODALITIES, OPERATIONS, pollIntervalMs } from './catalogue-model.js';

export class ModelsQuery {
  @OptionalInput.oneOf(MODALITIES) modality?: string;
  @OptionalInput.oneOf(OPERATIONS) operation?: string;
}

export class ModelEntry {
  @Field({ example: 'embedded-image' }) modelKey!: string;
  @Field('The resolved identifier it runs as.', { example: 'embedded/scene-image' })
  model!: string;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field.oneOf(OPERATIONS) operation!: string;
  @Field() title!: string;
  @Field() description!: string;
  @Field.json('JSON Schema (2020-12) of the fields to send beside `modelKey`.')
  inputSchema!: Record<string, unknown>;
  @Field.json(
    'Credits: (base + perSecond × duration + perMegapixel × megapixels + perThousandCharacters × characters / 1000) × multipliers.',
  )
  pricing!: object;
  @Field.integer('Recommended polling interval, milliseconds.')
  pollIntervalMs!: number;
  @Field('Usual time from start to end, seconds.')
  typicalSeconds!: number;
}

export class ModelBody extends bodyOf(ModelEntry) {}

export class ModelsBody extends listBodyOf(ModelEntry) {}

export function showModel(model: CatalogueModel): ModelEntry {
  const { modelKey, model: resolved, modality, operation, title, description } = model;
  return {
    modelKey,
    model: resolved,
    modality,
    operation,
    title,
    description,
    inputSchema: model.inputSchema,
    pricing: model.pricing,
    pollIntervalMs: pollIntervalMs(modality),
    typicalSeconds: model.typicalSeconds,
  };
}
