import { ApiProperty } from '../../platform/http/index.js';
import { ENGINE_COST, PRICING } from '../catalogue.schema.js';
import { MODALITIES, OPERATIONS } from '../catalogue-model.js';
import { FieldOfFiles, LiveEntry, ReasonDto, ruleOfFiles, Title } from './live-entry.dto.js';

const PRICE = {
  ...ruleOfFiles(PRICING),
  description:
    'As in the files: `base`, `perSecond`, `perMegapixel`, `perThousandCharacters`, `multipliers`; credits of at most 3 decimals. It replaces the whole price.',
  example: { base: 2, perMegapixel: 2 },
} as const;

/** Body of PATCH /api/admin/catalogue/models/:modelKey. */
export class UpdateModelDto extends ReasonDto {
  @FieldOfFiles({ type: 'boolean', example: true, description: 'False: new requests get `model_not_found`.' })
  enabled?: unknown;
  @Title()
  title?: unknown;
  @FieldOfFiles({ type: 'string', minLength: 1, maxLength: 2000, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles(PRICE)
  pricing?: unknown;
  @FieldOfFiles({
    ...ruleOfFiles(ENGINE_COST),
    nullable: true,
    description: '`perPrediction` and `perCredit`, in credits. Null: unknown.',
    example: { perPrediction: 1.5 },
  })
  engineCost?: unknown;
  @FieldOfFiles({
    type: 'array',
    items: {
      type: 'object',
      required: ['provider'],
      properties: { provider: { type: 'string' }, enabled: { type: 'boolean', default: true } },
      additionalProperties: false,
    },
    description:
      'Engines of the files, the preferred one first. Those that are not named follow in the order of the files.',
    example: [{ provider: 'embedded', enabled: true }],
  })
  routes?: unknown;
}

/** A route of a model, by its engine. */
export class ModelRouteView {
  @ApiProperty({ example: 'embedded' })
  provider!: string;
  @ApiProperty()
  enabled!: boolean;
}

/** A model of the catalogue, as administrators see it. */
export class AdminCatalogueModel extends LiveEntry {
  @ApiProperty({ example: 'embedded-image' })
  modelKey!: string;
  @ApiProperty({
    description: 'Whether callers can use it: enabled, and an engine that is configured runs it.',
  })
  offered!: boolean;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ enum: OPERATIONS })
  operation!: string;
  @ApiProperty()
  description!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  pricing!: object;
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description: 'Null for a model that needs a package which is not installed.',
  })
  priceVersion!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  engineCost!: object | null;
  @ApiProperty({ type: [ModelRouteView], description: 'The preferred one first.' })
  routes!: ModelRouteView[];
}

export class AdminCatalogueModelBody extends AdminCatalogueModel {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class AdminCatalogueModelsBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminCatalogueModel], description: 'In the order of the files.' })
  items!: AdminCatalogueModel[];
}
