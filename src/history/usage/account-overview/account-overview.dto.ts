import { StateCounts, WalletBody } from '../../../credits/index.js';
import { Field } from '../../../platform/http/index.js';
import { WINDOW_SECONDS } from '../../../platform/limits/index.js';
import { DashboardPrediction } from '../../predictions.dto.js';
import { Spending } from '../spending/spending.dto.js';
import { QueryTimeZone } from '../time-zone.query.js';

export class OverviewQuery {
  @QueryTimeZone()
  timeZone: string = 'UTC';
}

export class SpendingDay extends Spending {
  @Field.date() date!: string;
}

export class LimitUse {
  @Field.integer('Requests per window.') limit!: number;
  @Field.integer('Requests within the window that ends now.') used!: number;
}

export class PlatformLimitUse extends LimitUse {
  @Field.oneOf(['platform', 'account', 'ip'], 'What the limit is counted over.')
  countedOver!: 'platform' | 'account' | 'ip';
}

export class KeyLimitUse extends LimitUse {
  @Field({ example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' }) id!: string;
  @Field() name!: string;
  @Field() masked!: string;
}

export class LimitsView {
  @Field.integer('Seconds.', { example: WINDOW_SECONDS }) windowSeconds!: number;
  @Field('The platform’s limit, and the requests of this account that count against it.')
  platform!: PlatformLimitUse;
  @Field('Predictions and uploads of the dashboard, without a key.') dashboard!: LimitUse;
  @Field.list(KeyLimitUse, 'Active keys, the busiest first, at most 5.') keys!: KeyLimitUse[];
}

export class FirstSteps {
  @Field('A key was ever made.') hasKey!: boolean;
  @Field('A prediction was ever started.') hasPrediction!: boolean;
}

export class OverviewBody extends WalletBody {
  @Field() timeZone!: string;
  @Field.list(SpendingDay, '30 days, oldest first; the last one is today.') days!: SpendingDay[];
  @Field('Predictions started in these days.') predictions!: StateCounts;
  @Field() limits!: LimitsView;
  @Field.list(DashboardPrediction, 'The latest completed ones, at most 8.')
  latest!: DashboardPrediction[];
  @Field() firstSteps!: FirstSteps;
}
