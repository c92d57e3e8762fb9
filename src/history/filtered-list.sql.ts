import { composition, type RowOfColumns, sql } from '../platform/database/index.js';
import { HISTORY_COLUMNS, PLACED_ROW, type PlacedRow } from './history.sql.js';
import { IS_FINAL, IS_OF_KIND, isOfLaterKind, kindOf, MOST_KINDS } from './prediction-kinds.js';

/**
 * The statement returns at least one row. `id` and the other columns of a prediction are null in the only row of an empty page, and of a
 * page that was not read: more than `MOST_KINDS`.
 */
const FILTERED_ROW = { kinds: sql.integer, ...PLACED_ROW, id: sql.uuid.orNull };
export type FilteredRow = RowOfColumns<typeof FILTERED_ROW>;

export const hasPlace = (row: FilteredRow): row is FilteredRow & PlacedRow => row.id !== null;

type Placeholder = `$${number}`;

/** Conditions on the columns of a kind, on those of a prediction of one, and both. */
export interface FilteredList {
  account: Placeholder;
  /** Selects a range of an index: of the account, or of one of its external users; perhaps of one state. */
  scope: string;
  isOneState: boolean;
  kinds: string;
  places: string;
  all: string;
  /** The filter by key: any, none (started in the dashboard), or the placeholder of its id. */
  key: 'any' | 'none' | Placeholder;
  limit: number;
}

/** The first kind after `k`: another key, no key, another of the other columns. */
const nextKind = (final: string, { key, isOneState }: FilteredList) => {
  const ofOtherColumns = `
    (select ${kindOf('p.')}, p.key_id from predictions p
     where ${final} and ${isOfLaterKind(isOneState)} order by ${kindOf('p.')}, p.key_id limit 1)`;
  if (key !== 'any') return ofOtherColumns;
  const ofAnotherKey = `
    (select ${kindOf('p.')}, p.key_id from predictions p
     where ${final} and ${IS_OF_KIND} and p.key_id > k.key_id order by p.key_id limit 1)`;
  const ofNoKey = `
    (select ${kindOf('p.')}, p.key_id from predictions p
     where ${final} and ${IS_OF_KIND} and p.key_id is null and k.key_id is not null limit 1)`;
  return `${ofAnotherKey} union all ${ofNoKey} union all ${ofOtherColumns} limit 1`;
};

/** The newest predictions of kind `k`. Ordered by `key_id` too: the index has this order also where that is null. */
const newestOf = (final: string, keyCondition: string, { places, limit }: FilteredList) => `
    (select p.id, p.created_at from predictions p
     where ${final} and ${IS_OF_KIND} and ${keyCondition} and ${places}
     order by p.key_id, p.created_at desc, p.id desc limit ${limit})`;

const newestOfKey = (final: string, filter: FilteredList) => {
  if (filter.key === 'none') return newestOf(final, 'p.key_id is null', filter);
  if (filter.key !== 'any') return newestOf(final, `p.key_id = ${filter.key}::uuid`, filter);
  const ofNoKey = newestOf(final, 'p.key_id is null and k.key_id is null', filter);
  return `${newestOf(final, 'p.key_id = k.key_id', filter)}
    union all ${ofNoKey}`;
};

const SAMPLE = {
  ...({ account: '$1', scope: 'account_id = $1', isOneState: false, key: 'any' } as const),
  ...{
    kinds: 'modality = $2',
    places: 'created_at < $3',
    all: 'modality = $2 and created_at < $3',
    limit: 21,
  },
};

/**
 * Lists predictions of an account that match filters, newest first. The kinds include the key here. The cost does not depend on how many predictions match. Indexes
 * `predictions_history_final` and, for an external user, `predictions_history_final_external_user` have the kinds of final
 * predictions in order, and each kind newest first; `predictions_history_processing` has the others, which are few.
 * - kinds: a loose index scan, an index lookup per kind.
 * - bounded_kinds: at most one more than are used.
 * - final_ids: the first page of each matching kind.
 * - processing_ids: the first page of the matching predictions that are processing.
 * - page_ids: the page.
 */
export const LIST_FILTERED_PREDICTIONS = composition('history.list-filtered', {
  row: FILTERED_ROW,
  samples: [[SAMPLE], [{ ...SAMPLE, key: 'none' }], [{ ...SAMPLE, key: '$4', isOneState: true }]],
  text: (filter: FilteredList) => {
    const final = `${filter.scope} and ${IS_FINAL}`;
    return `
with recursive kinds as (
  (select ${kindOf()}, key_id from predictions where ${final} order by ${kindOf()}, key_id limit 1)
  union all
  select next_kinds.* from kinds k cross join lateral (${nextKind(final, filter)}
  ) next_kinds
),
bounded_kinds as materialized (
  select * from kinds limit ${MOST_KINDS + 1}
),
final_ids as materialized (
  select newest.id, newest.created_at
  from (select * from bounded_kinds where ${filter.kinds} and (select count(*) from bounded_kinds) <= ${MOST_KINDS}) k
  cross join lateral (${newestOfKey(final, filter)}
  ) newest
),
processing_ids as materialized (
  select id, created_at from predictions
  where account_id = ${filter.account} and status = 'processing' and ${filter.all}
  order by created_at desc, id desc limit ${filter.limit}
),
page_ids as materialized (
  select id from (select * from final_ids union all select * from processing_ids) ids
  order by created_at desc, id desc limit ${filter.limit}
)
select counted.kinds, page.* from (select count(*)::int as kinds from bounded_kinds) counted
left join (
  select ${HISTORY_COLUMNS},
    (created_at at time zone 'utc')::text as created_exact
  from predictions where id = any(array(select id from page_ids))
) page on true
order by page.created_at desc, page.id desc
`;
  },
});
