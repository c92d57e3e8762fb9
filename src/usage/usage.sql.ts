/** The statement of usage reports. */
import { IS_MISDATED } from '../generation/index.js';
import type { UsageField } from './usage.query.js';

/** What a report has at most. */
export interface UsageBounds {
  predictions: number;
  groups: number;
}

/** Credits in thousandths, seconds from start to end of completed predictions. */
export interface GroupRow {
  day?: string;
  modelKey?: string;
  keyId?: string | null;
  modality?: string | null;
  externalUserId?: string | null;
  status?: string;
  count: number;
  completed: number;
  failed: number;
  credits: string;
  refunded: string;
  seconds: [number | null, number | null] | null;
  /** Of completed predictions. */
  earned: string;
  engine_cost: string | null;
  /** Completed predictions of models without `engineCost`. */
  uncosted: number;
}

/** A row of a report. Without groups there is one, with `count` null. `counted`: at least the predictions, at most one more than are read. */
export type UsageRow = { counted: number } & (GroupRow | { count: null });

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
/** Both tables of predictions, with the columns that only one of them has. */
const TABLES = {
  predictions: `${COLUMNS}, modality, external_user_id,
      case status when 'completed' then extract(epoch from completed_at - created_at)::float8 end as seconds`,
  removed_predictions: `${COLUMNS}, null::text as modality, null::text as external_user_id, null::float8 as seconds`,
};
const fromBoth = (select: (table: string, columns: string) => string) =>
  Object.entries(TABLES)
    .map(([table, columns]) => select(table, columns))
    .join('\n    union all\n    ');

const IS_STARTED_IN_RANGE = 'created_at >= $1::timestamptz and created_at < $2::timestamptz';

/** Which predictions a report reads. Both texts have the parameters of `USAGE`. */
interface Source {
  /** The predictions of the report, as text of a subquery. */
  predictions: string;
  /** Predictions that are surely read, counted by an index alone before any row is read: `most` and one more of each table. */
  counted: (most: number) => string;
}

/** Not more than decide whether there are too many. */
const bounded = (text: string, most: number) => `(${text} limit ${most + 1})`;

/** The predictions of account $3: a range of an index of each table. */
export const OF_ACCOUNT: Source = {
  predictions: fromBoth(
    (table, columns) =>
      `select ${columns} from ${table} where account_id = $3::uuid and ${IS_STARTED_IN_RANGE}`,
  ),
  counted: (most) =>
    fromBoth((table) =>
      bounded(`select from ${table} where account_id = $3::uuid and ${IS_STARTED_IN_RANGE}`, most),
    ),
};

/**
 * The predictions of all accounts. No index has their times: ids in [$3, $4) include those of all that are not misdated, the
 * misdated ones have an index of their own. Ids in [$5, $6) are surely in the range, but for misdated ones.
 */
export const OF_ALL: Source = {
  predictions: fromBoth(
    (table, columns) => `
    select ${columns} from ${table} where id >= $3::uuid and id < $4::uuid and ${IS_STARTED_IN_RANGE}
    union all
    select ${columns} from (select * from ${table} where ${IS_MISDATED} offset 0) misdated
    where ${IS_STARTED_IN_RANGE} and not (id >= $3::uuid and id < $4::uuid)`,
  ),
  counted: (most) =>
    fromBoth((table) => bounded(`select from ${table} where id >= $5::uuid and id < $6::uuid`, most)),
};

/** The engine's cost of completed predictions: models and their two costs are the parameters after `first`. */
const costsFrom = (first: number) =>
  `unnest($${first}::text[], $${first + 1}::numeric[], $${first + 2}::numeric[]) costs (costs_model_key, per_prediction, per_credit)`;

/** @param costs the number of the parameter with which those of the costs begin. */
const sumsOf = (costs: number | null) => `count(*)::int as count,
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
 * USAGE: adds up the predictions of a source that were started in [$1, $2), by fields. Parameters: those of the source, then
 * those of the costs. A prediction is in one of both tables, and a statement sees it in one.
 *
 * - counted_predictions: their number. It ends the statement before it reads a row when there are too many.
 * - usage_groups: the groups. Of too many, one more than are returned.
 *
 * @param costs the number of the first parameter of the costs; null: no costs.
 */
export const USAGE = (
  source: Source,
  fields: readonly UsageField[],
  costs: number | null,
  bounds: UsageBounds,
) => {
  const names = fields.map((field) => `"${field}"`);
  return `
with counted_predictions as materialized (
  select least(count(*), ${bounds.predictions + 1})::int as counted from (
    ${source.counted(bounds.predictions)}
  ) counted
),
usage_groups as materialized (
  select ${fields.map((field) => `${COLUMN_OF[field]} as "${field}"`).join(', ')}, ${sumsOf(costs)}
  from (
    ${source.predictions}
  ) usage_predictions ${costs === null ? '' : `left join ${costsFrom(costs)} on costs_model_key = model_key`}
  where (select counted from counted_predictions) <= ${bounds.predictions}
  group by ${fields.map((_, index) => index + 1).join(', ')}
  limit ${bounds.groups + 1}
)
select c.counted, g.* from counted_predictions c left join usage_groups g on true
order by ${names.map((name) => `g.${name} nulls last`).join(', ')}
`;
};
