import { Field, InputField, OptionalField, QueryInstant, SuccessBody } from '../../../platform/http/index.js';
import { QueryTimeZone } from '../time-zone.query.js';

const SPENDING_BY = ['model', 'key', 'day'] as const;
export type SpendingBy = (typeof SPENDING_BY)[number];

export class SpendingQuery {
  @InputField.oneOf(SPENDING_BY) by!: SpendingBy;

  @QueryInstant('Started at or after. Default: the beginning of the day 30 days before `to`.')
  from?: string;

  @QueryInstant('Started before. Default: now.')
  to?: string;

  @QueryTimeZone()
  timeZone: string = 'UTC';
}

/** Amounts in credits. Charge and refund both count at the time the prediction was started. */
export class Spending {
  @Field('Credits charged.') charged!: number;
  @Field('Credits of these that were refunded, because predictions failed.') refunded!: number;
  @Field('What remains of the charges.') spent!: number;
  @Field.integer('Predictions started.') predictions!: number;
}

export class SpendingItem extends Spending {
  @OptionalField('By model.') modelKey?: string;
  @OptionalField.text('By model; null when it is not on offer any more.', { nullable: true })
  title?: string | null;
  @OptionalField.text('By key; null: in the dashboard.', { nullable: true }) keyId?: string | null;
  @OptionalField.text('By key.', { nullable: true }) name?: string | null;
  @OptionalField.text('By key.', { nullable: true }) masked?: string | null;
  @OptionalField.date('By day.') date?: string;
}

export class SpendingBody extends SuccessBody {
  @Field.oneOf(SPENDING_BY) by!: SpendingBy;
  @Field.instant() from!: string;
  @Field.instant() to!: string;
  @Field() timeZone!: string;
  @Field.list(
    SpendingItem,
    'By day: every day, oldest first. Else at most 100, what most was spent on first.',
  )
  items!: SpendingItem[];
  @Field('The total, including parts that are not in `items`.') total!: Spending;
}
