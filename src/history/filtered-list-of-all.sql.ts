import { composition, type RowOfColumns, sql } from '../platform/database/index.js';
import { HISTORY_COLUMNS, HISTORY_ROW, type HistoryRow, MISDATED_PREDICTIONS } from './history.sql.js';
import { IS_FINAL, IS_OF_KIND, isOfLaterKind, kindOf, MOST_KINDS } from './prediction-kinds.js';

const FILTERED_ROW = { kinds: sql.integer, ...HISTORY_ROW, id: sql.uuid.orNull };
type FilteredRow = RowOfColumns<typeof FILTERED_ROW>;

export const isPrediction = (row: FilteredRow): row is FilteredRow & HistoryRow => row.id !== null;

/** The newest predictions are read before any index of kinds, because an ordinary filter fills its page from them. */
const NEWEST = 1_000;

/** Conditions on the columns of a kind, on those of a prediction of one, and both. */
export interface FilteredListOfAll {
  /** Selects an index or a range of it: all, those of the dashboard, those of an external user; perhaps of one state. */
  scope: string;
  isOneState: boolean;
  kinds: string;
  places: string;
  all: string;
  /** Selects the predictions after the previous page. */
  next: string;
  /** Contains the ids of all matching predictions that are not misdated. */
  idRange: string;
  limit: number;
}

const SAMPLE = {
  ...{
    scope: 'external_user_id = $1',
    isOneState: false,
    kinds: 'modality = $2',
    places: 'created_at >= $3',
  },
  ...{
    all: 'modality = $2 and created_at >= $3',
    next: 'id < $4::uuid',
    idRange: 'id >= $5::uuid',
    limit: 21,
  },
};

/**
 * Lists predictions of all accounts that match filters, in the order of their ids, newest first. The cost depends on neither the number of
 * predictions nor how many match. Indexes `predictions_final*` have the kinds of final predictions in order, and each kind newest first.
 * - newest_ids: the matching predictions among the newest. A full page needs nothing else, and `is_short` ends the other scans.
 * - kinds: a loose index scan, an index lookup per kind.
 * - bounded_kinds: at most one more than are used.
 * - final_ids: the first page of each matching kind.
 * - processing_accounts: accounts with predictions that are processing. A loose index scan of `predictions_history_processing`.
 * - processing_ids: their matching predictions that are processing, which are few. No index has the ids of those in order.
 * - misdated_ids: the misdated rows outside the range of ids, from their own index.
 * - page_ids: the page.
 */
export const LIST_FILTERED_PREDICTIONS_OF_ALL = composition('history.list-filtered-of-all', {
  row: FILTERED_ROW,
  samples: [[SAMPLE], [{ ...SAMPLE, isOneState: true }]],
  text: (filter: FilteredListOfAll) => {
    const { kinds, places, all, next, idRange, limit } = filter;
    const final = `${filter.scope} and ${IS_FINAL}`;
    const isShort = `(select count(*) from newest_ids) < ${limit}`;
    return `
with recursive newest_ids as materialized (
  select id from (select * from predictions where ${next} and ${idRange} order by id desc limit ${NEWEST}) newest
  where ${all} order by id desc limit ${limit}
),
kinds as (
  (select ${kindOf()} from predictions where ${final} and ${isShort} order by ${kindOf()} limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (
    select ${kindOf('p.')} from predictions p
    where ${final} and ${isOfLaterKind(filter.isOneState)} order by ${kindOf('p.')} limit 1
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit ${MOST_KINDS + 1}
),
final_ids as materialized (
  select newest.id
  from (select * from bounded_kinds where ${kinds} and (select count(*) from bounded_kinds) <= ${MOST_KINDS}) k
  cross join lateral (
    select p.id from predictions p where ${final} and ${IS_OF_KIND} and ${next} and ${idRange} and ${places}
    order by p.id desc limit ${limit}
  ) newest
),
processing_accounts as (
  (select account_id from predictions where status = 'processing' and ${isShort} order by account_id limit 1)
  union all
  select next_accounts.* from processing_accounts a cross join lateral (
    select p.account_id from predictions p
    where p.status = 'processing' and p.account_id > a.account_id order by p.account_id limit 1
  ) next_accounts
),
processing_ids as materialized (
  select processing.id from processing_accounts a cross join lateral (
    select p.id from predictions p
    where p.account_id = a.account_id and p.status = 'processing' and ${next} and ${idRange} and ${all}
  ) processing
  order by processing.id desc limit ${limit}
),
misdated_ids as materialized (
  select id from ${MISDATED_PREDICTIONS} where ${all} and ${next} and not (${idRange}) order by id desc limit ${limit}
),
page_ids as materialized (
  select id from (
    select id from newest_ids union select id from final_ids union select id from processing_ids union select id from misdated_ids
  ) ids
  order by id desc limit ${limit}
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select ${HISTORY_COLUMNS} from predictions where id = any(array(select id from page_ids))
) page on true
order by page.id desc
`;
  },
});
