/** The statements of request records. */
import { columns, type RowOf } from '@offprint/postgres';
import type { RequestRecordEntity } from './request-record.entity.js';

/** Records that a page reads at most. The next page continues behind them. */
export const MOST_READ = 2_000;

const RECORD_COLUMNS = [
  'id',
  'account_id',
  'key_id',
  'method',
  'route',
  'status',
  'code',
  'ms',
  'prediction_id',
  'count',
] as const;
const COLUMNS = columns<RequestRecordEntity>(...RECORD_COLUMNS);

/** A row of LIST_RECORDS, unless the page is empty. */
export type RecordRow = RowOf<RequestRecordEntity, (typeof RECORD_COLUMNS)[number]>;

/**
 * INSERT_RECORDS: inserts records. Parameters, each an array with an element per record: ids $1, accounts $2, keys $3, methods $4,
 * routes $5, statuses $6, codes $7, milliseconds $8, predictions $9, counts $10.
 */
export const INSERT_RECORDS = `
insert into request_records (${COLUMNS})
select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::integer[],
  $9::uuid[], $10::integer[])
`;

/**
 * LIST_RECORDS: lists records, newest first. Parameters: those of the conditions. At least one row; `id` is null in the only row of an
 * empty page.
 *
 * - page_records: the matching records among the first that `scope` selects. `scope` is a range of one index, `rest` is any condition.
 * - last_places: the last record that was read, when the page has room and more records may follow.
 */
export const LIST_RECORDS = (scope: string, rest: string, limit: number) => `
with page_records as materialized (
  select * from (
    select ${COLUMNS} from request_records where ${scope} order by id desc limit ${MOST_READ}
  ) read_records
  where ${rest} order by id desc limit ${limit}
),
last_places as materialized (
  select id as read_to from request_records
  where ${scope} and (select count(*) from page_records) < ${limit}
  order by id desc offset ${MOST_READ - 1} limit 1
)
select ends.read_to, page.* from (select (select read_to from last_places) as read_to) ends
left join page_records page on true
order by page.id desc
`;

/**
 * REMOVE_RECORDS: removes the oldest records of requests that arrived more than $1 days ago, from the id $3 on, $2 at most. Records
 * that another process removes are skipped. The bound is a subquery, so that the index is used. One row: how many were removed, and
 * the last of them, or null.
 *
 * - removed_records: those, removed.
 */
export const REMOVE_RECORDS = `
with removed_records as (
  delete from request_records where id = any (array(
    select id from request_records
    where id >= $3::uuid
      and id < (select (lpad(to_hex((extract(epoch from clock_timestamp() - days) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
        from make_interval(secs => $1::float8 * 86400) days)
    order by id limit $2::int for update skip locked
  )) returning id
)
select count(*)::int as removed, (select id from removed_records order by id desc limit 1) as last from removed_records
`;

/**
 * ERASE_RECORDS: removes $2 records of account $1 at most. One row: how many.
 * - erased_records: those, removed.
 */
export const ERASE_RECORDS = `
with erased_records as (
  delete from request_records where id = any (array(
    select id from request_records where account_id = $1 order by id limit $2::int for update skip locked
  )) returning 1
)
select count(*)::int as removed from erased_records
`;
