import { IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../platform/http/index.js';
import { type CatalogueModel, MODALITIES, OPERATIONS, pollIntervalMs } from './catalogue-model.js';

export class ModelsQuery {
  @ApiPropertyOptional({ enum: MODALITIES })
  @IsOptional()
  @IsIn(MODALITIES)
  modality?: string;

  @ApiPropertyOptional({ enum: OPERATIONS })
  @IsOptional()
  @IsIn(OPERATIONS)
  operation?: string;
}

export class ModelEntry {
  @ApiProperty({ example: 'embedded-image' })
  modelKey!: string;
  @ApiProperty({ description: 'The resolved identifier it runs as.', example: 'embedded/scene-image' })
  model!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ enum: OPERATIONS })
  operation!: string;
  @ApiProperty()
  title!: string;
  @ApiProperty()
  description!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema (2020-12) of the fields to send beside `modelKey`.',
  })
  inputSchema!: Record<string, unknown>;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Credits: (base + perSecond × duration + perMegapixel × megapixels + perThousandCharacters × characters / 1000) × multipliers.',
  })
  pricing!: object;
  @ApiProperty({ type: 'integer', description: 'Recommended polling interval, milliseconds.' })
  pollIntervalMs!: number;
  @ApiProperty({ description: 'Usual time from start to end, seconds.' })
  typicalSeconds!: number;
}

export class ModelBody extends ModelEntry {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class ModelsBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [ModelEntry] })
  items!: ModelEntry[];
}

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
