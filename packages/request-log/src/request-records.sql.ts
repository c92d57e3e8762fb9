import { composition, rowOf, sql, statement } from '@offprint/postgres';
import { RequestRecordEntity } from './request-record.entity.js';

/** Limits what a page reads. The next page continues behind it. */
export const MOST_READ = 2_000;

const RECORD = rowOf(
  RequestRecordEntity,
  ...([
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
  ] as const),
);
const COLUMNS = Object.keys(RECORD).join(', ');

/** Each parameter has an element per record. */
export const INSERT_RECORDS = statement('request-log.insert', {
  parameters: {
    ids: sql.uuid.array,
    accounts: sql.uuid.array,
    keys: sql.uuid.array,
    methods: sql.text.array,
    routes: sql.text.array,
    statuses: sql.smallint.orNull.array,
    codes: sql.text.orNull.array,
    ms: sql.integer.array,
    predictions: sql.uuid.orNull.array,
    counts: sql.integer.array,
  },
  text: `
insert into request_records (${COLUMNS})
select * from unnest($ids::uuid[], $accounts::uuid[], $keys::uuid[], $methods::text[], $routes::text[], $statuses::smallint[],
  $codes::text[], $ms::integer[], $predictions::uuid[], $counts::integer[])
`,
});

/**
 * Lists records, newest first. Returns at least one row; `id` is null in the only row of an empty page.
 * - page_records: the matching records among the first that `scope` selects. `scope` is a range of one index, `rest` is any condition.
 * - last_places: the last record that was read, when the page has room and more records may follow.
 */
export const LIST_RECORDS = composition('request-log.list', {
  row: { read_to: sql.uuid.orNull, ...RECORD, id: sql.uuid.orNull },
  samples: [
    ['account_id = $1::uuid and id >= $2::uuid', 'true', 21],
    ['account_id = $1::uuid and id >= $2::uuid and id < $3::uuid', 'key_id = $4::uuid and status = $5', 21],
  ],
  text: (scope: string, rest: string, limit: number) => `
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
`,
});

/**
 * Removes the oldest records of requests that arrived more than `days` ago, from an id on. Skips records that another process removes. The
 * bound is a subquery, so that the index is used. Returns one row: how many were removed, and the last of them, or null.
 * - removed_records: those, removed.
 */
export const REMOVE_RECORDS = statement('request-log.remove', {
  parameters: { days: sql.float8, most: sql.integer, from: sql.uuid },
  row: { removed: sql.integer, last: sql.uuid.orNull },
  text: `
with removed_records as (
  delete from request_records where id = any (array(
    select id from request_records
    where id >= $from::uuid
      and id < (select (lpad(to_hex((extract(epoch from clock_timestamp() - days) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
        from make_interval(secs => $days::float8 * 86400) days)
    order by id limit $most::int for update skip locked
  )) returning id
)
select count(*)::int as removed, (select id from removed_records order by id desc limit 1) as last from removed_records
`,
});

/**
 * Returns one row: how many were removed.
 * - erased_records: those, removed.
 */
export const ERASE_RECORDS = statement('request-log.erase', {
  parameters: { account: sql.uuid, most: sql.integer },
  row: { removed: sql.integer },
  text: `
with erased_records as (
  delete from request_records where id = any (array(
    select id from request_records where account_id = $account order by id limit $most::int for update skip locked
  )) returning 1
)
select count(*)::int as removed from erased_records
`,
});
