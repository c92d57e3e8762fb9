import { ApiProperty } from '../platform/http/index.js';
import type { Plan } from './plans.js';

/** What a month of a plan costs. */
export class PlanPrice {
  @ApiProperty({
    type: 'integer',
    description: 'In minor units of the currency, taxes included.',
    example: 1900,
  })
  amount!: number;
  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;
}

/** A plan, what it allows and what it gives. */
export class PlanDetails {
  @ApiProperty({ example: 'Pro' })
  title!: string;
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The highest `rateLimit` of a key, in requests per minute. Null: the highest that any key can have.',
    example: 600,
  })
  maxRateLimit!: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Predictions in flight; more wait in line and are never refused. Null: no limit.',
    example: 20,
  })
  maxConcurrent!: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'How many times as much of its work is begun as of accounts with 1, while both wait.',
    example: 1,
  })
  priority!: number;
  @ApiProperty({
    type: [String],
    nullable: true,
    description:
      'Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all.',
  })
  models!: string[] | null;
  @ApiProperty({
    type: 'number',
    description:
      'Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.',
    example: 30,
  })
  outputRetentionDays!: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Credits that the account gets each month. Null: none.',
    example: 2000,
  })
  monthlyCredits!: number | null;
  @ApiProperty({ description: 'Whether the credits of a month expire at its end.', example: true })
  creditsExpire!: boolean;
  @ApiProperty({ type: PlanPrice, nullable: true, description: 'Per month. Null: it is not sold.' })
  price!: PlanPrice | null;
}

/** @param outputRetentionDays of the plan, bounded by the installation's (`Plans.retentionDaysOf`). */
export function toPlanDetails(plan: Plan, outputRetentionDays: number): PlanDetails {
  const {
    title,
    description = null,
    maxRateLimit = null,
    maxConcurrent = null,
    priority = 1,
    models = null,
    monthlyCredits = null,
    creditsExpire = false,
    price = null,
  } = plan;
  const limits = { maxRateLimit, maxConcurrent, priority, models, outputRetentionDays };
  return { title, description, ...limits, monthlyCredits, creditsExpire, price };
}
