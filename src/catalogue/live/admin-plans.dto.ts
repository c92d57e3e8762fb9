import { bodyOf, Field, listBodyOf, NullableField } from '../../platform/http/index.js';
import { WINDOW_NAME } from '../../platform/limits/index.js';
import { PLANS_FILE_SCHEMA } from '../catalogue.schema.js';
import { PlanPrice } from '../plans.dto.js';
import { FieldOfFiles, GRANTED_CREDITS, LiveEntry, ReasonDto } from './live-entry.dto.js';

const RULES = PLANS_FILE_SCHEMA.properties.plans.items.properties;

export class UpdatePlanDto extends ReasonDto {
  @FieldOfFiles(RULES.enabled, { description: 'False: accounts that have it keep it, no other one gets it.' })
  enabled?: unknown;
  @FieldOfFiles(RULES.title, { example: 'A title' }) title?: unknown;
  @FieldOfFiles(RULES.description, { nullable: true, example: 'What it is.' })
  description?: unknown;
  @FieldOfFiles(RULES.maxRateLimit, {
    nullable: true,
    example: 600,
    description: `Of a key, in requests per ${WINDOW_NAME}. Null: the highest that any key can have.`,
  })
  maxRateLimit?: unknown;
  @FieldOfFiles(RULES.maxConcurrent, {
    nullable: true,
    example: 20,
    description: 'Predictions in flight; more wait in line. Null: no limit.',
  })
  maxConcurrent?: unknown;
  @FieldOfFiles(RULES.priority, {
    nullable: true,
    example: 1,
    description: 'How many times as much of its work is begun as of accounts with 1. Null: 1.',
  })
  priority?: unknown;
  @FieldOfFiles(
    { type: 'array' },
    {
      nullable: true,
      items: { type: 'string' },
      minItems: 1,
      description: 'Keys of models. Null: all.',
      example: ['embedded-image'],
    },
  )
  models?: unknown;
  @FieldOfFiles(RULES.outputRetentionDays, {
    nullable: true,
    example: 7,
    description:
      'Days that outputs stored from now on are kept, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.',
  })
  outputRetentionDays?: unknown;
  @FieldOfFiles(GRANTED_CREDITS, {
    nullable: true,
    description: 'Credits of each month: more than 0, at most 3 decimals. Null: none.',
    example: 2000,
  })
  monthlyCredits?: unknown;
  @FieldOfFiles(RULES.creditsExpire, {
    nullable: true,
    description: 'Whether the credits of a month expire at its end. It needs `monthlyCredits`. Null: false.',
    example: true,
  })
  creditsExpire?: unknown;
  @FieldOfFiles(RULES.price, {
    nullable: true,
    description:
      'Per month, taxes included, in minor units. It needs `monthlyCredits`; the default plan has none. Subscriptions keep the price and the credits that they were bought with. Null: not sold.',
    example: { amount: 1900, currency: 'EUR' },
  })
  price?: unknown;
}

export class AdminCataloguePlan extends LiveEntry {
  @Field({ example: 'pro' }) key!: string;
  @Field('Whether new accounts get it.')
  isDefault!: boolean;
  @NullableField.text() description!: string | null;
  @NullableField.integer() maxRateLimit!: number | null;
  @NullableField.integer() maxConcurrent!: number | null;
  @Field.integer({ example: 1 }) priority!: number;
  @NullableField.list(String) models!: string[] | null;
  @NullableField.integer('Days, at most `OUTPUT_RETENTION_DAYS`. Null: as long as that.')
  outputRetentionDays!: number | null;
  @NullableField.number() monthlyCredits!: number | null;
  @Field() creditsExpire!: boolean;
  @NullableField.object(PlanPrice) price!: PlanPrice | null;
}

export class AdminCataloguePlanBody extends bodyOf(AdminCataloguePlan) {}

export class AdminCataloguePlansBody extends listBodyOf(AdminCataloguePlan, 'In the order of the file.') {}
