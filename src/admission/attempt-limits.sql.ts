import { sql, statement } from '../platform/database/index.js';

/** Oldest first. An attempt in the future (the clock was ahead and stepped back) counts as one of now. */
const LIVE = `(
  select coalesce(array_agg(least(a, c.at) order by a) filter (where a > c.at - make_interval(secs => $seconds::float8)), '{}') as live
  from unnest(w.attempts) a
) l`;

const WINDOW = { key: sql.bytea, limit: sql.integer, seconds: sql.float8 };

/**
 * Counts an attempt if the window has room; otherwise stores when it has room again. Concurrent attempts of one subject
 * wait for the row lock, so the clock is read after it and the count is exact.
 * Returns the attempts in the window, the seconds until one is left (0: counted), and the time of the newest one, in microseconds
 * since 1970: of the counted attempt, if it was counted.
 */
export const COUNT_ATTEMPT = statement('admission.count-attempt', {
  parameters: WINDOW,
  row: { used: sql.integer, seconds: sql.integer, at: sql.text },
  isPrepared: true,
  text: `
insert into attempt_windows as w (key, attempts, full_until, expires_at)
select $key::bytea, array[c.at], null, c.at + make_interval(secs => $seconds::float8) from (select clock_timestamp() as at) c
on conflict (key) do update set (attempts, full_until, expires_at) = (
  select
    case when cardinality(live) < $limit::int then live || c.at else live end,
    case when cardinality(live) < $limit::int then null
      else live[cardinality(live) - $limit::int + 1] + make_interval(secs => $seconds::float8) end,
    case when cardinality(live) < $limit::int then c.at else live[cardinality(live)] end + make_interval(secs => $seconds::float8)
  from (select clock_timestamp() as at) c cross join lateral ${LIVE}
)
returning cardinality(attempts) as used,
  case when full_until is null then 0
    else greatest(1, ceil(extract(epoch from full_until - clock_timestamp())))::int end as seconds,
  (extract(epoch from attempts[cardinality(attempts)]) * 1000000)::bigint::text as at
`,
});

/** `at` is the time that `COUNT_ATTEMPT` returned. The other attempts keep theirs. */
export const GIVE_ATTEMPT_BACK = statement('admission.give-attempt-back', {
  parameters: { key: sql.bytea, at: sql.bigint },
  isPrepared: true,
  text: `
update attempt_windows set full_until = null,
  attempts = array(select a from unnest(attempts) a where (extract(epoch from a) * 1000000)::bigint <> $at::bigint order by a)
where key = $key::bytea
`,
});

/** Returns the seconds until a window has room (0: now); no row when nothing was counted. Takes no lock. */
export const FIND_RETRY_AFTER = statement('admission.find-retry-after', {
  parameters: WINDOW,
  row: { seconds: sql.integer },
  isPrepared: true,
  text: `
select case when cardinality(live) < $limit::int then 0
  else greatest(1, ceil(extract(epoch from
    live[cardinality(live) - $limit::int + 1] + make_interval(secs => $seconds::float8) - c.at)))::int end as seconds
from attempt_windows w cross join (select clock_timestamp() as at) c cross join lateral ${LIVE}
where w.key = $key::bytea
`,
});

/** The clock is a subquery, so that the index is used. */
export const DELETE_EXPIRED = statement('admission.delete-expired-attempts', {
  parameters: { most: sql.integer },
  text: `
delete from attempt_windows where key = any (array(
  select key from attempt_windows where expires_at <= (select clock_timestamp())
  order by expires_at limit $most::int for update skip locked
)) returning key
`,
});

/** Deletes what expires first. */
export const DELETE_SURPLUS = statement('admission.delete-surplus-attempts', {
  parameters: { kept: sql.integer, most: sql.integer },
  text: `
delete from attempt_windows where key = any (array(
  select key from attempt_windows order by expires_at desc offset $kept::int limit $most::int for update skip locked
)) returning key
`,
});
