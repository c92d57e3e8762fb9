import { PlanPrice } from '../../catalogue/index.js';
import { toCredits } from '../../credits/index.js';
import { Field, NullableField } from '../../platform/http/index.js';
import { subscriptionId } from './subscription-audit.js';
import type { RunningRow } from './subscriptions.sql.js';

const STATUSES = ['active', 'past_due', 'ending'] as const;

export class SubscriptionView {
  @Field.id('sub') id!: string;
  @Field('The `id` of the plan that it pays for.', { example: 'pro' })
  plan!: string;
  @Field.oneOf(
    STATUSES,
    '`past_due`: the newest payment failed, and the payment service tries again. `ending`: it is being ended, because another plan was bought.',
  )
  status!: (typeof STATUSES)[number];
  @Field('Per month, as it was bought.')
  price!: PlanPrice;
  @Field('Credits of each month, as it was bought.', { example: 2000 })
  monthlyCredits!: number;
  @Field.instant('The end of the newest month that was paid.')
  paidUntil!: string;
  @NullableField.instant('When it ends, if it was cancelled in the portal. Null: it goes on.')
  endsAt!: string | null;
}

export function showSubscription(row: RunningRow): SubscriptionView {
  const status = row.is_ending ? 'ending' : row.is_past_due ? 'past_due' : 'active';
  return {
    id: subscriptionId(row.id),
    plan: row.plan,
    status,
    price: { amount: Number(row.amount), currency: row.currency },
    monthlyCredits: toCredits(BigInt(row.credits)),
    paidUntil: row.paid_until.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
  };
}
