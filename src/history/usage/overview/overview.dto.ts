import { Field, NullableField, QueryInstant, SuccessBody } from '../../../platform/http/index.js';

export class AdminOverviewQuery {
  @QueryInstant(
    'The start of an hour, at most 366 days before `to`. Default: the beginning of the day (UTC) 29 days before that of `to`.',
  )
  from?: string;

  @QueryInstant('The start of an hour; what follows is left out. Default: the end of this hour.')
  to?: string;
}

class OverviewPredictions {
  @Field.integer('Predictions, also those that are processing.') count!: number;
  @Field.integer() completed!: number;
  @Field.integer() failed!: number;
  @Field('Credits charged.') credits!: number;
  @Field('Credits of these that were refunded, because predictions failed.') refunded!: number;
}

export class OverviewStep extends OverviewPredictions {
  @Field.instant('Its start, UTC.') at!: string;
}

export class OverviewModel extends OverviewPredictions {
  @Field({ example: 'embedded-image' }) modelKey!: string;
  @NullableField.number(
    'Credits that engines charged for the completed predictions, by `engineCost`. Null: unknown.',
  )
  engineCost!: number | null;
  @NullableField.number('Credits of the completed predictions without `engineCost`.')
  margin!: number | null;
}

export class OverviewError {
  @NullableField.text({
    example: 'provider_error',
    description: 'Null: not known any more, because the predictions were removed before this release.',
  })
  code!: string | null;
  @Field.integer() count!: number;
}

export class OverviewMoney {
  @Field({ example: 'eur' }) currency!: string;
  @Field.integer('Payments that granted credits.') count!: number;
  @Field.integer('What was paid, in minor units, taxes included.') amount!: number;
  @Field.integer('What of it was refunded or disputed until now, in minor units.')
  reversed!: number;
}

export class OverviewPayments {
  @Field.list(OverviewMoney, 'By currency.') items!: OverviewMoney[];
  @Field('Credits that these payments granted. They are also in `granted`.') credits!: number;
  @Field('Credits of these that were taken back. They are also in `adjusted`.') takenBack!: number;
}

/** Predictions count when they were started, other entries of the ledger when they were made. */
export class OverviewFigures extends OverviewPredictions {
  @Field.instant() from!: string;
  @Field.instant() to!: string;
  @NullableField.number('Null when it is missing for the model of a completed one.')
  engineCost!: number | null;
  @NullableField.number('Credits of the completed predictions without `engineCost`.')
  margin!: number | null;
  @Field('Credits granted: by sign-up, plans, administrators and payments.') granted!: number;
  @Field('Credits of adjustments, those that took some negative.') adjusted!: number;
  @Field('Credits that expired.') expired!: number;
  @NullableField.object(OverviewPayments, 'Null: more than 20,000 payments.')
  payments!: OverviewPayments | null;
  @NullableField.integer('Null: more than 100,000.') newAccounts!: number | null;
  @NullableField.integer(
    'Accounts that started a prediction. Null when the accounts of each whole day and of the other hours add up to more than 50,000.',
  )
  activeAccounts!: number | null;
}

export class OverviewLoad {
  @Field.integer('Predictions that no worker has begun.') waiting!: number;
  @Field.integer('Begun: at a worker, at the engine, or to be tried again.') running!: number;
  @Field('False while more than 10,000 predictions are processing: these are then 10,000 of them.')
  isComplete!: boolean;
}

export class AdminOverviewBody extends SuccessBody {
  @Field(
    'False while more than 20,000 entries of the ledger are not summed: after an update of a large installation, and without a worker. Figures then lack the newest ones.',
  )
  isComplete!: boolean;
  @Field.object(OverviewFigures) current!: OverviewFigures;
  @Field.object(OverviewFigures, 'Of the range of the same length before it.')
  previous!: OverviewFigures;
  @Field.oneOf(['hour', 'day'], 'Hours in a range of up to 48 of them.') step!: 'day' | 'hour';
  @Field.list(OverviewStep, 'Hours or days (UTC) with predictions, from the first to the last.')
  series!: OverviewStep[];
  @Field.list(OverviewModel, 'The 100 models that were charged most.') models!: OverviewModel[];
  @Field.list(OverviewError, 'The 10 most frequent error codes.') errors!: OverviewError[];
  @Field.object(OverviewLoad, 'At this moment.') load!: OverviewLoad;
  @Field('Credits in all accounts at this moment, also those held by predictions.')
  outstanding!: number;
  @Field('Credits that accounts owe at this moment.') owed!: number;
}
