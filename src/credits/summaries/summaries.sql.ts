/** Sums are by quarters of an hour in UTC: the days of every time zone in use are made of them. */
import { type RowOfColumns, sql, type SqlTypes, statement } from '../../platform/database/index.js';
import { CROSSINGS } from '../alerts/balance-alerts.sql.js';
import { COUNT_UNREAD } from '../expiry/credit-expiry.sql.js';
import { knownPrediction, knownPredictions } from '../known-predictions.sql.js';
import { PART, POSITION, positionOf, sumPart } from './ledger-walk.sql.js';

export const quarterOf = (instant: string) =>
  `date_bin('15 minutes', ${instant}, timestamptz '1970-01-01 00:00Z')`;

/** A prediction `p` is in three rows of `spending_sums`. */
export const GROUPINGS = `(values ('all', ''), ('model', p.model_key), ('key', coalesce(p.key_id::text, ''))) g (grouping, value)`;

/** What entries `e` (kind, amount) add up to, in columns of `spending_sums`. */
export const SUMS = `
  coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0)::bigint as charged,
  coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded,
  count(*) filter (where e.kind = 'charge') as predictions, count(*) filter (where e.kind = 'capture') as completed,
  count(*) filter (where e.kind = 'refund') as failed`;

/** The columns are those of SUMS. */
const PREDICTION = `cost, case status when 'failed' then cost else 0 end, 1, (status = 'completed')::int, (status = 'failed')::int`;

/** Includes removed predictions. */
const createdIn = (from: string, to: string) =>
  knownPredictions(
    ['cost', 'status', 'model_key', 'key_id', 'created_at'],
    `account_id = $account and created_at >= ${from} and created_at < ${to}`,
  );

export const SUMMARY_POSITION = statement('credits.summary-position', {
  parameters: {},
  row: POSITION,
  text: positionOf('summary_position'),
});

/**
 * Adds up the entries of each account.
 *
 * - movements: those of predictions, with the prediction. The lateral join forces an index lookup per entry.
 * - spending: the sums of the part, added to those of earlier parts.
 * - quarters: the ranges of ids of the part, which widen those of earlier parts.
 * - alerted_accounts, crossings: what the entries mean for alerts about low balances.
 * - unread_entries: the entries that the lots of expiring credits have not seen yet, counted.
 */
export const SUM_PART = statement('credits.sum-part', {
  ...PART,
  text: sumPart(
    'summary_position',
    'id, account_id, prediction_id, kind, amount, created_at',
    `movements as materialized (
  select e.id, e.account_id, e.kind, e.amount, p.model_key, p.key_id, ${quarterOf('p.created_at')} as quarter
  from entries e cross join lateral (
    ${knownPrediction(['model_key', 'key_id', 'created_at'], 'e.prediction_id')}) p
),
spending as (
  insert into spending_sums as s
    (grouping, account_id, quarter, value, charged, refunded, predictions, completed, failed, last_entry)
  select g.grouping, e.account_id, e.quarter, g.value, ${SUMS}, max(e.id)
  from movements e cross join lateral (select e.model_key, e.key_id) p cross join lateral ${GROUPINGS}
  group by 1, 2, 3, 4
  on conflict (grouping, account_id, quarter, value) do update set charged = s.charged + excluded.charged,
    refunded = s.refunded + excluded.refunded, predictions = s.predictions + excluded.predictions,
    completed = s.completed + excluded.completed, failed = s.failed + excluded.failed, last_entry = excluded.last_entry
),
quarters as (
  insert into ledger_quarters as q (account_id, quarter, first_entry, last_entry)
  select account_id, ${quarterOf('created_at')}, min(id), max(id) from entries group by 1, 2
  on conflict (account_id, quarter) do update set last_entry = excluded.last_entry
),
${CROSSINGS},
${COUNT_UNREAD}`,
  ),
});

export type SpendingGroup = 'day' | 'key' | 'model';

const GROUPS: Record<SpendingGroup, { grouping: string; ofSum: string; ofPrediction: string }> = {
  model: { grouping: 'model', ofSum: 'value', ofPrediction: 'model_key' },
  key: { grouping: 'key', ofSum: `nullif(value, '')`, ofPrediction: 'key_id::text' },
  day: {
    grouping: 'all',
    ofSum: '(width_bucket(quarter, $days::timestamptz[]) - 1)::text',
    ofPrediction: '(width_bucket(created_at, $days::timestamptz[]) - 1)::text',
  },
};

const RANGE = { account: sql.uuid, from: sql.timestamptz, to: sql.timestamptz };
const DAYS = { days: sql.timestamptz.array };

const SPENT = { charged: sql.numeric, refunded: sql.numeric };
const COUNTED = { predictions: sql.integer, completed: sql.integer, failed: sql.integer };
const SPENDING_ROW = { part: sql.text.orNull, ...SPENT, ...COUNTED };

export type SpendingRow = RowOfColumns<typeof SPENDING_ROW>;

/**
 * Adds up predictions by model, key or day (its place from 0). [first, end) are the whole quarters of the range. Reads at most `most`
 * entries that are not summed yet and returns their number with each row: with so many of them, the sums are incomplete. Without
 * predictions in the range there is one row, with `predictions` null.
 *
 * - unsummed_entries: the account's entries after the position.
 * - unsummed: those of predictions of the whole quarters. The lateral join forces an index lookup per entry.
 * - parts: the sums of whole quarters, the unsummed entries, and the predictions at both ends of the range.
 * - added: added up.
 */
const spending = <Days extends SqlTypes>(by: SpendingGroup, days: Days) =>
  statement(`credits.spending-by-${by}`, {
    parameters: { ...RANGE, first: sql.timestamptz, end: sql.timestamptz, ...days, most: sql.integer },
    row: { unsummed: sql.integer, ...SPENDING_ROW, predictions: sql.integer.orNull },
    text: `
with unsummed_entries as materialized (
  select prediction_id, kind, amount from ledger_transfers
  where account_id = $account and id > (select entries_to from summary_position) order by id limit $most::int
),
unsummed as materialized (
  select e.kind, e.amount, p.created_at, p.model_key, p.key_id
  from unsummed_entries e cross join lateral (
    ${knownPrediction(['created_at', 'model_key', 'key_id'], 'e.prediction_id')}) p
  where p.created_at >= $first and p.created_at < $end
),
parts as (
  select ${GROUPS[by].ofSum} as part, charged, refunded, predictions, completed, failed from spending_sums
  where grouping = '${GROUPS[by].grouping}' and account_id = $account and quarter >= $first and quarter < $end
  union all
  select ${GROUPS[by].ofPrediction}, ${SUMS} from unsummed e group by 1
  union all
  select ${GROUPS[by].ofPrediction}, ${PREDICTION} from (${createdIn('$from', '$first')}) p
  union all
  select ${GROUPS[by].ofPrediction}, ${PREDICTION} from (${createdIn('$end', '$to')}) p
),
added as (
  select part, sum(charged) as charged, sum(refunded) as refunded, sum(predictions)::int as predictions,
    sum(completed)::int as completed, sum(failed)::int as failed
  from parts group by part
)
select (select count(*)::int from unsummed_entries) as unsummed, a.*
from (values (true)) one left join added a on a.predictions > 0
`,
  });

export const SPENDING = {
  model: spending('model', {}),
  key: spending('key', {}),
  day: spending('day', DAYS),
};

/** Returns what SPENDING returns, from the predictions alone. */
const spendingOfPredictions = <Days extends SqlTypes>(by: SpendingGroup, days: Days) =>
  statement(`credits.spending-of-predictions-by-${by}`, {
    parameters: { ...RANGE, ...days },
    row: SPENDING_ROW,
    text: `
select ${GROUPS[by].ofPrediction} as part, sum(cost) as charged,
  coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded, count(*)::int as predictions,
  count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'failed')::int as failed
from (${createdIn('$from', '$to')}) p
group by 1
`,
  });

export const PREDICTIONS_SPENDING = {
  model: spendingOfPredictions('model', {}),
  key: spendingOfPredictions('key', {}),
  day: spendingOfPredictions('day', DAYS),
};
