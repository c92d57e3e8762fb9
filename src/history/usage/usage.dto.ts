import {
  Field,
  listBodyOf,
  NullableField,
  OptionalField,
  OptionalInput,
  QueryInstant,
} from '../../platform/http/index.js';
import { USAGE_FIELDS } from './usage.query.js';

const MOST_ITEMS = 'At most 10,000; else 400.';
const FIELD = `(${USAGE_FIELDS.join('|')})`;

export class UsageQuery {
  @QueryInstant(
    'Started at or after. At most 366 days before `to`. Default: the beginning of the day (UTC) 30 days before `to`.',
  )
  from?: string;

  @QueryInstant('Started before. Default: now.')
  to?: string;

  @OptionalInput.text(
    100,
    `Comma-separated, any of ${USAGE_FIELDS.join(', ')}. Items have these fields and are ordered by them.`,
    { pattern: `^${FIELD}(,${FIELD})*$`, default: 'day', example: 'day,modelKey' },
  )
  groupBy: string = 'day';
}

/** Credits count at the time at which the prediction was started, as in the spending. */
export class UsageItem {
  @OptionalField.date({ example: '2026-11-20', description: 'When they were started, UTC.' })
  day?: string;
  @OptionalField({ example: 'embedded-image' }) modelKey?: string;
  @OptionalField.text('Null: started in the dashboard.', { nullable: true }) keyId?: string | null;
  @OptionalField.text('Null: removed after their retention.', { nullable: true })
  modality?: string | null;
  @OptionalField.text('Null: of no end user, or removed after their retention.', { nullable: true })
  externalUserId?: string | null;
  @OptionalField.oneOf(['processing', 'completed', 'failed']) status?: string;
  @Field.integer('Predictions, also those that are processing.') count!: number;
  @Field.integer() completed!: number;
  @Field.integer() failed!: number;
  @Field('Credits charged.') credits!: number;
  @Field('Credits of these that were refunded, because predictions failed.') refunded!: number;
  @NullableField.number(
    'Seconds from start to end, median of the completed predictions. Null without any, and when all were removed after their retention.',
  )
  p50Seconds!: number | null;
  @NullableField.number('The same, 95th percentile.') p95Seconds!: number | null;
}

export class UsageBody extends listBodyOf(UsageItem, MOST_ITEMS) {}

export class AdminUsageItem extends UsageItem {
  @NullableField.number(
    'Credits that the engines charged for the completed predictions, by `engineCost` of the catalogue. Null when it is missing for the model of one of them.',
  )
  engineCost!: number | null;
  @NullableField.number('Credits of the completed predictions without `engineCost`; null with it.')
  margin!: number | null;
}

export class AdminUsageBody extends listBodyOf(AdminUsageItem, MOST_ITEMS) {}
