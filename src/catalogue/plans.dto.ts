import { Field, NullableField } from '../platform/http/index.js';
import { WINDOW_NAME } from '../platform/limits/index.js';
import type { Plan } from './plans.js';

export class PlanPrice {
  @Field.integer('In minor units of the currency, taxes included.', { example: 1900 })
  amount!: number;
  @Field('ISO 4217.', { example: 'EUR' })
  currency!: string;
}

export class PlanDetails {
  @Field({ example: 'Pro' }) title!: string;
  @NullableField.text() description!: string | null;
  @NullableField.integer(
    `The highest \`rateLimit\` of a key, in requests per ${WINDOW_NAME}. Null: the highest that any key can have.`,
    { example: 600 },
  )
  maxRateLimit!: number | null;
  @NullableField.integer('Predictions in flight; more wait in line and are never refused. Null: no limit.', {
    example: 20,
  })
  maxConcurrent!: number | null;
  @Field.integer('How many times as much of its work is begun as of accounts with 1, while both wait.', {
    example: 1,
  })
  priority!: number;
  @NullableField.list(
    String,
    'Keys of the models that its accounts may use; another one is 403 `model_not_in_plan`. Null: all.',
  )
  models!: string[] | null;
  @Field(
    'Days that an output is kept from when it is stored. An account’s new plan holds for outputs that are stored later.',
    { example: 30 },
  )
  outputRetentionDays!: number;
  @NullableField.number('Credits that the account gets each month. Null: none.', { example: 2000 })
  monthlyCredits!: number | null;
  @Field('Whether the credits of a month expire at its end.', { example: true })
  creditsExpire!: boolean;
  @NullableField.object(PlanPrice, 'Per month. Null: it is not sold.')
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
