import { IS_MISDATED } from '../../generation/index.js';
import { composition, type RowOfColumns, sql, statement } from '../../platform/database/index.js';
import { USAGE_FIELDS, type UsageField } from './usage.query.js';

export interface UsageBounds {
  predictions: number;
  groups: number;
}

/** A row has the columns of its fields alone. Without groups there is one, in which all but `counted` is null. Credits in thousandths. */
const USAGE_ROW = {
  /** At least the predictions, at most one more than are read. */
  counted: sql.integer,
  day: sql.text,
  modelKey: sql.text,
  keyId: sql.uuid.orNull,
  modality: sql.text.orNull,
  externalUserId: sql.text.orNull,
  status: sql.text,
  count: sql.integer.orNull,
  completed: sql.integer,
  failed: sql.integer,
  credits: sql.numeric,
  refunded: sql.numeric,
  /** From start to end of completed predictions. */
  seconds: sql.float8.orNull.array.orNull.as<[number | null, number | null] | null>(),
  /** Of completed predictions. */
  earned: sql.numeric,
  engine_cost: sql.numeric.orNull,
  /** Completed predictions of models without `engineCost`. */
  uncosted: sql.integer,
};
export type UsageRow = RowOfColumns<typeof USAGE_ROW>;
export type GroupRow = UsageRow & { count: number };

/** Each field as a column of `usage_predictions`. The names are those of the response. */
const COLUMN_OF: Record<UsageField, string> = {
  day: `(created_at at time zone 'utc')::date::text`,
  modelKey: 'model_key',
  keyId: 'key_id',
  modality: 'modality',
  externalUserId: 'external_user_id',
  status: 'status',
};

const COLUMNS = 'model_key, key_id, status, cost, created_at';
/** Each table has columns that the other one lacks. */
const TABLES = {
  predictions: `${COLUMNS}, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds`,
  removed_predictions: `${COLUMNS}, null::text as modality, null::text as external_user_id, null::float8 as seconds`,
};
const fromBoth = (select: (table: string, columns: string) => string) =>
  Object.entries(TABLES)
    .map(([table, columns]) => select(table, columns))
    .join('\n    union all\n    ');

/** The conditions are on the columns that both tables have. */
export interface UsageSource {
  range: string;
  /** The account, or all. */
  of: { account: string } | AllAccounts;
}

/** No index has the times of all accounts: ids include those that are not misdated, and the misdated ones have an index. */
interface AllAccounts {
  ids: string;
  /** Ids that are surely in the range, but for misdated ones. */
  sureIds: string;
}

const predictionsOf = ({ range, of }: UsageSource) =>
  fromBoth((table, columns) =>
    'account' in of
      ? `select ${columns} from ${table} where ${of.account} and ${range}`
      : `
    select ${columns} from ${table} where ${of.ids} and ${range}
    union all
    select ${columns} from (select * from ${table} where ${IS_MISDATED} offset 0) misdated
    where ${range} and not (${of.ids})`,
  );

/** Counts predictions that are surely read by an index alone before any row is read: of each table `most` and one more. */
const countedOf = ({ range, of }: UsageSource, most: number) =>
  fromBoth((table) => {
    const which = 'account' in of ? `${of.account} and ${range}` : of.sureIds;
    return `(select from ${table} where ${which} limit ${most + 1})`;
  });

/** Placeholders of models and of their two costs, of completed predictions. */
export type UsageCosts = readonly string[];

const costsOf = ([models, perPrediction, perCredit]: UsageCosts) =>
  `unnest(${models}::text[], ${perPrediction}::numeric[], ${perCredit}::numeric[]) costs (costs_model_key, per_prediction, per_credit)`;

const sumsOf = (costs: UsageCosts | null) => `count(*)::int as count,
    count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed,
    sum(cost) as credits, coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded,
    percentile_cont(array[0.5, 0.95]) within group (order by seconds) as seconds,
    coalesce(sum(cost) filter (where status = 'completed'), 0) as earned,
    ${
      costs === null
        ? 'null as engine_cost, 0 as uncosted'
        : `ceil(sum(per_prediction + per_credit * cost) filter (where status = 'completed')) as engine_cost,
    count(*) filter (where status = 'completed' and costs_model_key is null)::int as uncosted`
    }`;

/**
 * Adds up predictions by fields. A prediction is in one of both tables, and a statement sees it in one.
 * - counted_predictions: their number. It ends the statement before it reads a row when there are too many.
 * - usage_groups: the groups. Of too many, one more than are returned.
 */
const usage = (
  source: UsageSource,
  fields: readonly UsageField[],
  bounds: UsageBounds,
  costs: UsageCosts | null,
) => {
  const names = fields.map((field) => `"${field}"`);
  return `
with counted_predictions as materialized (
  select least(count(*), ${bounds.predictions + 1})::int as counted from (
    ${countedOf(source, bounds.predictions)}
  ) counted
),
usage_groups as materialized (
  select ${fields.map((field) => `${COLUMN_OF[field]} as "${field}"`).join(', ')}, ${sumsOf(costs)}
  from (
    ${predictionsOf(source)}
  ) usage_predictions ${costs === null ? '' : `left join ${costsOf(costs)} on costs_model_key = model_key`}
  where (select counted from counted_predictions) <= ${bounds.predictions}
  group by ${fields.map((_, index) => index + 1).join(', ')}
  limit ${bounds.groups + 1}
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by ${names.map((name) => `g.${name} nulls last`).join(', ')}
`;
};

const SAMPLE_BOUNDS = { predictions: 9, groups: 9 };
const RANGE = 'created_at >= $1::timestamptz and created_at < $2::timestamptz';
const SAMPLE_OF_ACCOUNT: UsageSource = { range: RANGE, of: { account: 'account_id = $3::uuid' } };
const SAMPLE_OF_ALL: UsageSource = {
  range: RANGE,
  of: { ids: 'id >= $3::uuid and id < $4::uuid', sureIds: 'id >= $5::uuid and id < $6::uuid' },
};

/** `engine_cost` is an untyped null. */
export const USAGE = composition('usage.report', {
  row: { ...USAGE_ROW, engine_cost: sql.text.orNull },
  samples: [
    [SAMPLE_OF_ACCOUNT, USAGE_FIELDS, SAMPLE_BOUNDS],
    [SAMPLE_OF_ALL, USAGE_FIELDS, SAMPLE_BOUNDS],
  ],
  text: (source: UsageSource, fields: readonly UsageField[], bounds: UsageBounds) =>
    usage(source, fields, bounds, null),
});

export const USAGE_WITH_COSTS = composition('usage.report-with-costs', {
  row: USAGE_ROW,
  samples: [
    [SAMPLE_OF_ACCOUNT, USAGE_FIELDS, SAMPLE_BOUNDS, ['$4', '$5', '$6']],
    [SAMPLE_OF_ALL, USAGE_FIELDS, SAMPLE_BOUNDS, ['$7', '$8', '$9']],
  ],
  text: usage,
});

export const FIND_KEY_NAMES = statement('usage.find-key-names', {
  parameters: { keys: sql.uuid.array },
  row: { id: sql.uuid, name: sql.text },
  text: 'select id, name from api_keys where id = any($keys::uuid[])',
});
