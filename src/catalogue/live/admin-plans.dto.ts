import { ApiProperty } from '../../platform/http/index.js';
import { MONEY } from '../catalogue.schema.js';
import { PlanPrice } from '../plans.dto.js';
import { FieldOfFiles, GRANTED_CREDITS, LiveEntry, ReasonDto, Title } from './live-entry.dto.js';

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
    ...GRANTED_CREDITS,
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
    ...MONEY,
    nullable: true,
    description:
      'Per month, taxes included, in minor units. It needs `monthlyCredits`; the default plan has none. Subscriptions keep the price and the credits that they were bought with. Null: not sold.',
    example: { amount: 1900, currency: 'EUR' },
  })
  price?: unknown;
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
