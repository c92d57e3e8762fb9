import { Field } from '../platform/http/index.js';
import { shownTo } from './entry-fields.dto.js';
import { valuesOf } from './entry-fields.js';
import { type Plan, PLAN_FIELDS, type ShownPlan } from './plan-fields.js';

export class PlanPrice {
  @Field.integer('In minor units of the currency, taxes included.', { example: 1900 })
  amount!: number;
  @Field('ISO 4217.', { example: 'EUR' })
  currency!: string;
}

const { key: _key, enabled: _enabled, ...TERMS } = PLAN_FIELDS;

export class PlanDetails extends shownTo<Omit<ShownPlan, 'enabled' | 'key'>>('shown', TERMS, PlanPrice) {
  declare outputRetentionDays: number;
}

/** @param outputRetentionDays of the plan, bounded by the installation's (`Plans.retentionDaysOf`). */
export const toPlanDetails = (plan: Plan, outputRetentionDays: number): PlanDetails => ({
  ...valuesOf<PlanDetails>(TERMS, plan),
  outputRetentionDays,
});
