import { StateCounts, WalletBody } from '../../credits/index.js';
import { DashboardPrediction } from '../../history/index.js';
import { ApiProperty } from '../../platform/http/index.js';
import { Spending } from '../spending/spending.dto.js';
import { QueryTimeZone } from '../time-zone.query.js';

export class OverviewQuery {
  @QueryTimeZone()
  timeZone: string = 'UTC';
}

export class SpendingDay extends Spending {
  @ApiProperty({ format: 'date' })
  date!: string;
}

export class LimitUse {
  @ApiProperty({ type: 'integer', description: 'Requests per window.' })
  limit!: number;
  @ApiProperty({ type: 'integer', description: 'Requests within the window that ends now.' })
  used!: number;
}

export class PlatformLimitUse extends LimitUse {
  @ApiProperty({ enum: ['platform', 'account', 'ip'], description: 'What the limit is counted over.' })
  countedOver!: 'platform' | 'account' | 'ip';
}

export class KeyLimitUse extends LimitUse {
  @ApiProperty({ example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty()
  name!: string;
  @ApiProperty()
  masked!: string;
}

export class LimitsView {
  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 60 })
  windowSeconds!: number;
  @ApiProperty({
    description: 'The platform’s limit, and the requests of this account that count against it.',
  })
  platform!: PlatformLimitUse;
  @ApiProperty({ description: 'Predictions and uploads of the dashboard, without a key.' })
  dashboard!: LimitUse;
  @ApiProperty({ type: [KeyLimitUse], description: 'Active keys, the busiest first, at most 5.' })
  keys!: KeyLimitUse[];
}

export class FirstSteps {
  @ApiProperty({ description: 'A key was ever made.' })
  hasKey!: boolean;
  @ApiProperty({ description: 'A prediction was ever started.' })
  hasPrediction!: boolean;
}

export class OverviewBody extends WalletBody {
  @ApiProperty()
  timeZone!: string;
  @ApiProperty({ type: [SpendingDay], description: '30 days, oldest first; the last one is today.' })
  days!: SpendingDay[];
  @ApiProperty({ description: 'Predictions started in these days.' })
  predictions!: StateCounts;
  @ApiProperty()
  limits!: LimitsView;
  @ApiProperty({ type: [DashboardPrediction], description: 'The latest completed ones, at most 8.' })
  latest!: DashboardPrediction[];
  @ApiProperty()
  firstSteps!: FirstSteps;
}
