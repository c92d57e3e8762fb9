import { ApiProperty, QueryInstant } from '../../platform/http/index.js';

const INTEGER = { type: 'integer' } as const;
const NULLABLE_COUNT = { type: 'integer', nullable: true } as const;
const NULLABLE_CREDITS = { type: 'number', nullable: true } as const;

export class AdminOverviewQuery {
  @QueryInstant(
    'The start of an hour, at most 366 days before `to`. Default: the beginning of the day (UTC) 29 days before that of `to`.',
  )
  from?: string;

  @QueryInstant('The start of an hour; what follows is left out. Default: the end of this hour.')
  to?: string;
}

/** What predictions that were started in a time were charged. */
class OverviewPredictions {
  @ApiProperty({ ...INTEGER, description: 'Predictions, also those that are processing.' })
  count!: number;
  @ApiProperty(INTEGER)
  completed!: number;
  @ApiProperty(INTEGER)
  failed!: number;
  @ApiProperty({ description: 'Credits charged.' })
  credits!: number;
  @ApiProperty({ description: 'Credits of these that were refunded, because predictions failed.' })
  refunded!: number;
}

export class OverviewStep extends OverviewPredictions {
  @ApiProperty({ format: 'date-time', description: 'Its start, UTC.' })
  at!: string;
}

export class OverviewModel extends OverviewPredictions {
  @ApiProperty({ example: 'embedded-image' })
  modelKey!: string;
  @ApiProperty({
    ...NULLABLE_CREDITS,
    description:
      'Credits that engines charged for the completed predictions, by `engineCost`. Null: unknown.',
  })
  engineCost!: number | null;
  @ApiProperty({
    ...NULLABLE_CREDITS,
    description: 'Credits of the completed predictions without `engineCost`.',
  })
  margin!: number | null;
}

export class OverviewError {
  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'provider_error',
    description: 'Null: not known any more, because the predictions were removed before this release.',
  })
  code!: string | null;
  @ApiProperty(INTEGER)
  count!: number;
}

export class OverviewMoney {
  @ApiProperty({ example: 'eur' })
  currency!: string;
  @ApiProperty({ ...INTEGER, description: 'Payments that granted credits.' })
  count!: number;
  @ApiProperty({ ...INTEGER, description: 'What was paid, in minor units, taxes included.' })
  amount!: number;
  @ApiProperty({ ...INTEGER, description: 'What of it was refunded or disputed until now, in minor units.' })
  reversed!: number;
}

export class OverviewPayments {
  @ApiProperty({ type: [OverviewMoney], description: 'By currency.' })
  items!: OverviewMoney[];
  @ApiProperty({ description: 'Credits that these payments granted. They are also in `granted`.' })
  credits!: number;
  @ApiProperty({ description: 'Credits of these that were taken back. They are also in `adjusted`.' })
  takenBack!: number;
}

/** The figures of a range. Predictions count when they were started, other entries of the ledger when they were made. */
export class OverviewFigures extends OverviewPredictions {
  @ApiProperty({ format: 'date-time' })
  from!: string;
  @ApiProperty({ format: 'date-time' })
  to!: string;
  @ApiProperty({
    ...NULLABLE_CREDITS,
    description: 'Null when it is missing for the model of a completed one.',
  })
  engineCost!: number | null;
  @ApiProperty({
    ...NULLABLE_CREDITS,
    description: 'Credits of the completed predictions without `engineCost`.',
  })
  margin!: number | null;
  @ApiProperty({ description: 'Credits granted: by sign-up, plans, administrators and payments.' })
  granted!: number;
  @ApiProperty({ description: 'Credits of adjustments, those that took some negative.' })
  adjusted!: number;
  @ApiProperty({ description: 'Credits that expired.' })
  expired!: number;
  @ApiProperty({ type: OverviewPayments, nullable: true, description: 'Null: more than 20,000 payments.' })
  payments!: OverviewPayments | null;
  @ApiProperty({ ...NULLABLE_COUNT, description: 'Null: more than 100,000.' })
  newAccounts!: number | null;
  @ApiProperty({
    ...NULLABLE_COUNT,
    description:
      'Accounts that started a prediction. Null when the accounts of each whole day and of the other hours add up to more than 50,000.',
  })
  activeAccounts!: number | null;
}

export class OverviewLoad {
  @ApiProperty({ ...INTEGER, description: 'Predictions that no worker has begun.' })
  waiting!: number;
  @ApiProperty({ ...INTEGER, description: 'Begun: at a worker, at the engine, or to be tried again.' })
  running!: number;
  @ApiProperty({
    description: 'False while more than 10,000 predictions are processing: these are then 10,000 of them.',
  })
  isComplete!: boolean;
}

export class AdminOverviewBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    description:
      'False while more than 20,000 entries of the ledger are not summed: after an update of a large installation, and without a worker. Figures then lack the newest ones.',
  })
  isComplete!: boolean;
  @ApiProperty({ type: OverviewFigures })
  current!: OverviewFigures;
  @ApiProperty({ type: OverviewFigures, description: 'Of the range of the same length before it.' })
  previous!: OverviewFigures;
  @ApiProperty({ enum: ['hour', 'day'], description: 'Hours in a range of up to 48 of them.' })
  step!: 'day' | 'hour';
  @ApiProperty({
    type: [OverviewStep],
    description: 'Hours or days (UTC) with predictions, from the first to the last.',
  })
  series!: OverviewStep[];
  @ApiProperty({ type: [OverviewModel], description: 'The 100 models that were charged most.' })
  models!: OverviewModel[];
  @ApiProperty({ type: [OverviewError], description: 'The 10 most frequent error codes.' })
  errors!: OverviewError[];
  @ApiProperty({ type: OverviewLoad, description: 'At this moment.' })
  load!: OverviewLoad;
  @ApiProperty({ description: 'Credits in all accounts at this moment, also those held by predictions.' })
  outstanding!: number;
  @ApiProperty({ description: 'Credits that accounts owe at this moment.' })
  owed!: number;
}
