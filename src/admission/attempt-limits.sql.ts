/**
 * Returns the attempts of a row within its window, oldest first. An attempt in the future (the clock was ahead and stepped
 * back) counts as one of now.
 */
const LIVE = `(
  select coalesce(array_agg(least(a, c.at) order by a) filter (where a > c.at - make_interval(secs => $3::float8)), '{}') as live
  from unnest(w.attempts) a
) l`;

/**
 * Counts an attempt if the window has room; otherwise stores when it has room again. Concurrent attempts of one subject
 * wait for the row lock, so the clock is read after it and the count is exact.
 * $1 key of the row, $2 limit, $3 seconds of the window. Returns attempts in the window, seconds until one is left (0: counted), and
 * the time of the newest one, in microseconds since 1970: of the counted attempt, if it was counted.
 */
export const COUNT_ATTEMPT = `
insert into attempt_windows as w (key, attempts, full_until, expires_at)
select $1::bytea, array[c.at], null, c.at + make_interval(secs => $3::float8) from (select clock_timestamp() as at) c
on conflict (key) do update set (attempts, full_until, expires_at) = (
  select
    case when cardinality(live) < $2::int then live || c.at else live end,
    case when cardinality(live) < $2::int then null
      else live[cardinality(live) - $2::int + 1] + make_interval(secs => $3::float8) end,
    case when cardinality(live) < $2::int then c.at else live[cardinality(live)] end + make_interval(secs => $3::float8)
  from (select clock_timestamp() as at) c cross join lateral ${LIVE}
)
returning cardinality(attempts) as used,
  case when full_until is null then 0
    else greatest(1, ceil(extract(epoch from full_until - clock_timestamp())))::int end as seconds,
  (extract(epoch from attempts[cardinality(attempts)]) * 1000000)::bigint::text as at
`;

/**
 * GIVE_ATTEMPT_BACK: takes a counted attempt out of the window again. $1 key of the row, $2 its time, as COUNT_ATTEMPT returned it: the
 * other attempts keep theirs.
 */
export const GIVE_ATTEMPT_BACK = `
update attempt_windows set full_until = null,
  attempts = array(select a from unnest(attempts) a where (extract(epoch from a) * 1000000)::bigint <> $2::bigint order by a)
where key = $1::bytea
`;

/** Returns the seconds until a window has room (0: now); no row when nothing was counted. $1, $2 and $3 as above. Takes no lock. */
export const FIND_RETRY_AFTER = `
select case when cardinality(live) < $2::int then 0
  else greatest(1, ceil(extract(epoch from
    live[cardinality(live) - $2::int + 1] + make_interval(secs => $3::float8) - c.at)))::int end as seconds
from attempt_windows w cross join (select clock_timestamp() as at) c cross join lateral ${LIVE}
where w.key = $1::bytea
`;

/** Deletes rows whose window has ended. $1 rows at most. The clock is a subquery, so that the index is used. */
export const DELETE_EXPIRED = `
delete from attempt_windows where key = any (array(
  select key from attempt_windows where expires_at <= (select clock_timestamp())
  order by expires_at limit $1::int for update skip locked
)) returning key
`;

/** Deletes the rows that expire first, beyond as many as are kept. $1 rows kept, $2 rows deleted at most. */
export const DELETE_SURPLUS = `
delete from attempt_windows where key = any (array(
  select key from attempt_windows order by expires_at desc offset $1::int limit $2::int for update skip locked
)) returning key
`;
