import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow, IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../../http/index.js';
import { MODALITIES, OPERATIONS } from '../catalogue-model.js';
import { PlanPrice } from '../plans.dto.js';

/** Allows omission but not `null`. */
const Omittable = () => ValidateIf((_body, value) => value !== undefined);

/** A field whose rule is that of the catalogue's files. */
const FieldOfFiles = (options: Parameters<typeof ApiPropertyOptional>[0]) =>
  applyDecorators(ApiPropertyOptional(options), Allow());

const Title = () => FieldOfFiles({ type: 'string', minLength: 1, maxLength: 120, example: 'A title' });
const PRICING = {
  type: 'object',
  additionalProperties: true,
  description:
    'As in the files: `base`, `perSecond`, `perMegapixel`, `perThousandCharacters`, `multipliers`; credits of at most 3 decimals. It replaces the whole price.',
  example: { base: 2, perMegapixel: 2 },
} as const;

const PRICE = {
  type: 'object' as const,
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'integer' as const, minimum: 1, maximum: 99_999_999 },
    currency: { type: 'string' as const, pattern: '^[A-Z]{3}$' },
  },
  additionalProperties: false,
};

/** A value of a field of an entry. */
const ANYTHING = {
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'null' },
  ],
};

/** What every change has. */
class ReasonDto {
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 500,
    example: 'The engine costs more',
    description: 'Why; kept with the version. Nothing personal.',
  })
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @Omittable()
  @IsString()
  @Length(1, 500)
  reason?: string;
}

/** Body of PATCH /api/admin/catalogue/models/:modelKey. */
export class UpdateModelDto extends ReasonDto {
  @FieldOfFiles({ type: 'boolean', example: true, description: 'False: new requests get `model_not_found`.' })
  enabled?: unknown;
  @Title()
  title?: unknown;
  @FieldOfFiles({ type: 'string', minLength: 1, maxLength: 2000, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles(PRICING)
  pricing?: unknown;
  @FieldOfFiles({
    type: 'object',
    nullable: true,
    additionalProperties: true,
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

/** Body of PATCH /api/admin/catalogue/plans/:key. */
export class UpdatePlanDto extends ReasonDto {
  @FieldOfFiles({
    type: 'boolean',
    description: 'False: accounts that have it keep it, no other one gets it.',
  })
  enabled?: unknown;
  @Title()
  title?: unknown;
  @FieldOfFiles({ type: 'string', nullable: true, maxLength: 2000, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 10,
    maximum: 6000,
    example: 600,
    description: 'Of a key, in requests per minute. Null: the highest that any key can have.',
  })
  maxRateLimit?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 10_000,
    example: 20,
    description: 'Predictions in flight; more wait in line. Null: no limit.',
  })
  maxConcurrent?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 100,
    example: 1,
    description: 'How many times as much of its work is begun as of accounts with 1. Null: 1.',
  })
  priority?: unknown;
  @FieldOfFiles({
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    minItems: 1,
    description: 'Keys of models. Null: all.',
    example: ['embedded-image'],
  })
  models?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 36_500,
    example: 7,
    description:
      'Days that outputs stored from now on are kept, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.',
  })
  outputRetentionDays?: unknown;
  @FieldOfFiles({
    type: 'number',
    nullable: true,
    description: 'Credits of each month: more than 0, at most 3 decimals. Null: none.',
    example: 2000,
  })
  monthlyCredits?: unknown;
  @FieldOfFiles({
    type: 'boolean',
    nullable: true,
    description: 'Whether the credits of a month expire at its end. It needs `monthlyCredits`. Null: false.',
    example: true,
  })
  creditsExpire?: unknown;
  @FieldOfFiles({
    ...PRICE,
    nullable: true,
    description:
      'Per month, taxes included, in minor units. It needs `monthlyCredits`; the default plan has none. Subscriptions keep the price and the credits that they were bought with. Null: not sold.',
    example: { amount: 1900, currency: 'EUR' },
  })
  price?: unknown;
}

/** Body of PATCH /api/admin/catalogue/packs/:id. */
export class UpdatePackDto extends ReasonDto {
  @FieldOfFiles({ type: 'boolean', example: true, description: 'False: not for sale.' })
  enabled?: unknown;
  @Title()
  title?: unknown;
  @FieldOfFiles({ type: 'string', nullable: true, maxLength: 2000, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles({ type: 'number', description: 'More than 0, at most 3 decimals.', example: 1000 })
  credits?: unknown;
  @FieldOfFiles({
    ...PRICE,
    description: 'Taxes included, in minor units. Orders that were made keep theirs.',
    example: { amount: 1000, currency: 'EUR' },
  })
  price?: unknown;
  @FieldOfFiles({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 36_500,
    example: 365,
    description:
      'The credits expire so many days after they have arrived. Orders that were made keep theirs. Null: never.',
  })
  expiresInDays?: unknown;
}

/** Body of POST …/restore. */
export class RestoreVersionDto extends ReasonDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: '1 is what the files say.', example: 1 })
  @IsInt()
  @Min(1)
  @Max(2 ** 31 - 1)
  version!: number;
}

/** A field that was changed live, and what the files say. */
export class CatalogueDifference {
  @ApiProperty({ example: 'pricing' })
  field!: string;
  @ApiProperty({ ...ANYTHING, description: 'What the files say; null: nothing.', example: { base: 1 } })
  file!: unknown;
  @ApiProperty({ ...ANYTHING, description: 'What holds; null: nothing.', example: { base: 2 } })
  live!: unknown;
}

class LiveEntry {
  @ApiProperty({ type: 'integer', description: '1: as in the files.' })
  version!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Of this version.' })
  changedAt!: string | null;
  @ApiProperty({
    type: [CatalogueDifference],
    description: 'What was changed live and is not so in the files.',
  })
  differences!: CatalogueDifference[];
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'Why the settings of this version are not in force: the files no longer allow them. Null: they are.',
  })
  problem!: string | null;
  @ApiProperty()
  enabled!: boolean;
  @ApiProperty()
  title!: string;
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

/** A plan of the catalogue, as administrators see it. */
export class AdminCataloguePlan extends LiveEntry {
  @ApiProperty({ example: 'pro' })
  key!: string;
  @ApiProperty({ description: 'Whether new accounts get it.' })
  isDefault!: boolean;
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;
  @ApiProperty({ type: 'integer', nullable: true })
  maxRateLimit!: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  maxConcurrent!: number | null;
  @ApiProperty({ type: 'integer', example: 1 })
  priority!: number;
  @ApiProperty({ type: [String], nullable: true })
  models!: string[] | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Days, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.',
  })
  outputRetentionDays!: number | null;
  @ApiProperty({ type: 'number', nullable: true })
  monthlyCredits!: number | null;
  @ApiProperty()
  creditsExpire!: boolean;
  @ApiProperty({ type: PlanPrice, nullable: true })
  price!: PlanPrice | null;
}

export class CataloguePackPrice {
  @ApiProperty({ type: 'integer', example: 1000 })
  amount!: number;
  @ApiProperty({ example: 'EUR' })
  currency!: string;
}

/** A pack of the catalogue, as administrators see it. */
export class AdminCataloguePack extends LiveEntry {
  @ApiProperty({ example: 'small' })
  id!: string;
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;
  @ApiProperty()
  credits!: number;
  @ApiProperty({ type: CataloguePackPrice })
  price!: CataloguePackPrice;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Days. Null: its credits never expire.' })
  expiresInDays!: number | null;
}

export class CatalogueActor {
  @ApiProperty({ example: 'admin' })
  kind!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Public id.' })
  id!: string | null;
}

/** A version of a model, a plan or a pack. */
export class CatalogueVersion {
  @ApiProperty({ type: 'integer', description: 'Without gaps. 1 is what the files say.' })
  version!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null for version 1.' })
  createdAt!: string | null;
  @ApiProperty({ type: CatalogueActor, nullable: true, description: 'Null for version 1.' })
  actor!: CatalogueActor | null;
  @ApiProperty({ type: 'string', nullable: true })
  reason!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: '`X-Request-Id` of the request.' })
  requestId!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The version whose settings these are again.',
  })
  restored!: number | null;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The fields that it has set.' })
  change!: object;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'All fields that replace those of the files. Null: the field is not there.',
  })
  settings!: object;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Of a model: the version of its price with these settings.',
  })
  priceVersion?: string | null;
}

export class CatalogueVersionPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [CatalogueVersion] })
  items!: CatalogueVersion[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
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

export class AdminCataloguePlanBody extends AdminCataloguePlan {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class AdminCataloguePlansBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminCataloguePlan], description: 'In the order of the file.' })
  items!: AdminCataloguePlan[];
}

export class AdminCataloguePackBody extends AdminCataloguePack {
  @ApiProperty({ enum: [true] })
  success!: true;
}

export class AdminCataloguePacksBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminCataloguePack], description: 'In the order of the file.' })
  items!: AdminCataloguePack[];
}
