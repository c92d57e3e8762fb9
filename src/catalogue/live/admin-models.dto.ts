import { bodyOf, Field, listBodyOf, NullableField } from '../../platform/http/index.js';
import { CATALOGUE_FILE_SCHEMA } from '../catalogue.schema.js';
import { MODALITIES, OPERATIONS } from '../catalogue-model.js';
import { FieldOfFiles, LiveEntry, ReasonDto, ruleOfFiles } from './live-entry.dto.js';

const PRICE = {
  description:
    'As in the files: `base`, `perSecond`, `perMegapixel`, `perThousandCharacters`, `multipliers`; credits of at most 3 decimals. It replaces the whole price.',
  example: { base: 2, perMegapixel: 2 },
} as const;

const RULES = CATALOGUE_FILE_SCHEMA.properties.models.items.properties;

export class UpdateModelDto extends ReasonDto {
  @FieldOfFiles(RULES.enabled, { example: true, description: 'False: new requests get `model_not_found`.' })
  enabled?: unknown;
  @FieldOfFiles(RULES.title, { example: 'A title' }) title?: unknown;
  @FieldOfFiles(RULES.description, { example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles(ruleOfFiles(RULES.pricing), PRICE) pricing?: unknown;
  @FieldOfFiles(ruleOfFiles(RULES.engineCost), {
    nullable: true,
    description: '`perPrediction` and `perCredit`, in credits. Null: unknown.',
    example: { perPrediction: 1.5 },
  })
  engineCost?: unknown;
  @FieldOfFiles(
    { type: 'array' },
    {
      items: {
        type: 'object',
        required: ['provider'],
        properties: { provider: { type: 'string' }, enabled: { type: 'boolean', default: true } },
        additionalProperties: false,
      },
      description:
        'Engines of the files, the preferred one first. Those that are not named follow in the order of the files.',
      example: [{ provider: 'embedded', enabled: true }],
    },
  )
  routes?: unknown;
}

export class ModelRouteView {
  @Field({ example: 'embedded' }) provider!: string;
  @Field() enabled!: boolean;
}

export class AdminCatalogueModel extends LiveEntry {
  @Field({ example: 'embedded-image' }) modelKey!: string;
  @Field('Whether callers can use it: enabled, and an engine that is configured runs it.')
  offered!: boolean;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field.oneOf(OPERATIONS) operation!: string;
  @Field() description!: string;
  @Field.json() pricing!: object;
  @NullableField.text({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description: 'Null for a model that needs a package which is not installed.',
  })
  priceVersion!: string | null;
  @NullableField.json() engineCost!: object | null;
  @Field.list(ModelRouteView, 'The preferred one first.')
  routes!: ModelRouteView[];
}

export class AdminCatalogueModelBody extends bodyOf(AdminCatalogueModel) {}

export class AdminCatalogueModelsBody extends listBodyOf(AdminCatalogueModel, 'In the order of the files.') {}
