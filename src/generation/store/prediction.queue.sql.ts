/**
 * Everything that claims or moves a prediction that is processing. A lease is a worker's right to advance it, for a
 * time by the database's clock; the fence rises with every claim. Every write below names its fence and misses once
 * the lease is over or the fence has risen: zero rows means that somebody else has it, and the work is dropped.
 */
const HELD = `p.status = 'processing' and p.lease_until > clock_timestamp()`;

/** Attempt events that a prediction keeps: an engine may throttle for hours, and each write copies them all. */
const MAX_EVENTS = 100;
/** The events of a row `p` with these added, while there is room for them. */
export const withEvents = (...events: string[]) =>
  `case when jsonb_array_length(p.events) < ${MAX_EVENTS} then ${['p.events', ...events].join(' || ')} else p.events end`;

/** Predictions, of those that wait and of those that were begun, that one statement moves to another engine. */
const REROUTED_AT_ONCE = 1_000;

/** Seconds past its deadline for which a prediction is still renewed: for its worker to end it. */
const GRACE_SECONDS = 15;

/** Found by their ids, in that order: joined to the list alone, they might be looked for by reading the whole table. */
const TOLD = 'p.id = any (array(select id from told))';

/** What a worker needs to advance a prediction: `ClaimedPrediction`. */
export const CLAIMED_COLUMNS = `id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors,
  crashes, isolated_crashes, submit_open, provider_ref, progress, deadline_at,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms`;

/**
 * Claims, by provider $1[i]: up to $3[i] predictions that the engine has and that are due to be asked about, which takes
 * an exchange and no place; and up to $2[i] to be submitted, first what was begun and is due again (a retry, or work
 * whose worker fell silent: an expired lease is simply claimable), then what nobody has begun, in fair order. Rows that
 * another worker is claiming are skipped, so workers never wait for each other. $6 bounds the submits together.
 * $7: crashes from which a prediction is a suspect, which runs in a process of its own (see suspect.queue.ts).
 *
 * The clock is read once, into `room`: an index is searched for what is due only by a value that stands still. Asked
 * anew for each row, every prediction that waits at an engine would be looked at by every claim.
 */
export const CLAIM = `
with room as materialized (
  select r.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[]) as r (provider, places, polls)
),
awaited as materialized (
  select d.id from room r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit r.polls for update skip locked) d
),
due as materialized (
  select d.id, r.provider from room r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit r.places for update skip locked) d
),
fresh as materialized (
  select f.id, r.provider from room r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is null and provider = r.provider
    order by fair_tag, id limit r.places - (select count(*) from due where due.provider = r.provider)
    for update skip locked) f
),
chosen as materialized (
  select id from awaited
  union all
  select id from (select id, true as is_fresh from fresh union all select id, false from due order by is_fresh limit $6) submits
),
claimed as (
  update predictions p set
    fence = p.fence + 1, leased_by = $4, lease_until = clock_timestamp() + make_interval(secs => $5),
    crashes = p.crashes + (p.lease_until is not null)::int,
    started_at = coalesce(p.started_at, clock_timestamp())
  where p.id = any (array(select id from chosen))
  returning p.*
),
served as (
  update queue_clock set tag = (select max(fair_tag) from claimed where fence = 1)
  where tag < (select max(fair_tag) from claimed where fence = 1)
)
select ${CLAIMED_COLUMNS} from claimed order by fair_tag, id
`;

/**
 * Renews the leases of everything this worker is on, and records progress, in one statement. What is past its deadline is
 * let go: an adapter that does not hear that it is over must not hold on to it for ever. $5: the worker's number, which is
 * a new one after its connection was lost in silence.
 */
export const RENEW = `
update predictions p set
  lease_until = clock_timestamp() + make_interval(secs => $4), leased_by = $5, progress = greatest(p.progress, h.progress)
from unnest($1::uuid[], $2::int[], $3::int[]) as h (id, fence, progress)
where p.id = h.id and p.fence = h.fence and ${HELD}
  and p.deadline_at > clock_timestamp() - interval '${GRACE_SECONDS} s'
returning p.id
`;

/**
 * Of leases that could not be renewed, how many are over or another worker's by now. The others were ended meanwhile by
 * this worker itself: the prediction is final, or waits at its engine.
 */
export const LOST = `
select count(*)::int as count from unnest($1::uuid[], $2::int[]) as h (id, fence) join predictions p on p.id = h.id
where p.status = 'processing' and (p.fence > h.fence or p.lease_until is not null)
`;

/** Writes the intent of each: from here on the engine may have been called. */
export const BEGIN = `
with told as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (id uuid, fence int)
)
update predictions p set attempts = p.attempts + 1, submit_open = true,
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_started', 'attempt', p.attempts + 1)")}
from told t
where p.id = t.id and p.fence = t.fence and ${HELD} and ${TOLD}
returning p.id, p.attempts
`;

/** The engine has them: no worker's place is held until each is due again, at the latest at its deadline. */
export const AWAIT = `
with told as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (
    id uuid, fence int, ref jsonb, poll_after_ms float8, progress int, queue_position int)
)
update predictions p set provider_ref = t.ref, submit_open = false, lease_until = null, leased_by = null,
  run_at = least(clock_timestamp() + make_interval(secs => t.poll_after_ms / 1000), p.deadline_at),
  progress = greatest(p.progress, t.progress), provider_queue_position = t.queue_position,
  events = case when p.provider_ref is null
    then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'submitted', 'attempt', p.attempts) else p.events end
from told t
where p.id = t.id and p.fence = t.fence and ${HELD} and ${TOLD}
returning p.id
`;

/**
 * The attempt failed and another one will follow. $4: 1, or 0 when the engine throttled and it does not count.
 * $6: true when the engine may have it after all, so that the next step finds out before it submits anything new.
 * $7: true when the engine has it and only our own part failed: its reference stays, and nothing is submitted again.
 * $8, $9: the engine that is used from now on and the model's name there; null for the same as before.
 */
export const RETRY = `
update predictions p set provider = coalesce($8, p.provider), model = coalesce($9, p.model), submit_open = p.submit_open and $6::boolean,
  provider_ref = case when $7::boolean then p.provider_ref end, provider_queue_position = null,
  lease_until = null, leased_by = null, errors = p.errors + $4::int,
  run_at = least(clock_timestamp() + make_interval(secs => $3::float8 / 1000), p.deadline_at),
  events = ${withEvents(
    "jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', $5::text)",
    "jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', format('in %s s', round($3::numeric / 1000, 1)))",
  )}
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/**
 * Moves what no engine has yet from one that is not accepting ($1) to the next one of the model ($2), first what is next
 * in line: as many as one statement has time for, however long the line is. Rows that somebody else is on are skipped.
 */
export const REROUTE = `
with waiting as materialized (
  select id from predictions
  where status = 'processing' and started_at is null and provider = $1 and model_key = $2
  order by fair_tag, id limit ${REROUTED_AT_ONCE} for update skip locked
),
begun as materialized (
  select id from predictions p
  where p.status = 'processing' and p.started_at is not null and p.provider = $1
    and p.model_key = $2 and p.provider_ref is null and not p.submit_open
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by run_at limit ${REROUTED_AT_ONCE} for update skip locked
)
update predictions p set provider = $3, model = $4, run_at = clock_timestamp(),
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', 'at another engine')")}
where p.id in (select id from waiting union all select id from begun)
returning p.id
`;

/** Gives a lease back untouched: at a graceful stop, so that another worker goes on at once. */
export const RELEASE = `
update predictions p set lease_until = null, leased_by = null, run_at = clock_timestamp(), submit_open = p.submit_open and not $3::boolean
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/** Workers that hold leases and whose session lock is gone. $1: class of the locks. */
export const ABSENT_WORKERS = `
select distinct p.leased_by as worker from predictions p
where p.leased_by is not null and p.status = 'processing' and p.lease_until > clock_timestamp()
  and not exists (
    select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid::bigint = p.leased_by
      and l.database = (select oid from pg_database where datname = current_database()))
`;

/**
 * Ends the leases of workers that are gone, so that nobody need wait for them to run out. A wrong guess is harmless:
 * the other's next write misses, and it drops the work.
 */
export const RELEASE_ABANDONED = `
update predictions p set lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = any($1::int[])
returning p.id
`;

/**
 * Milliseconds until the next begun prediction is due, of those there is room for: at the engines $1 to be submitted, at
 * $2 to be asked about; null when none is. The first of each line, by its index. $3: as $7 of CLAIM.
 */
export const NEXT_DUE = `
select (extract(epoch from min(first.run_at) - clock_timestamp()) * 1000)::float8 as in_ms from (
  select d.run_at from unnest($1::text[]) as r (provider) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = r.provider
      and lease_until is null and crashes < $3::int
    order by run_at limit 1) d
  union all
  select d.run_at from unnest($2::text[]) as r (provider) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = r.provider
      and lease_until is null and crashes < $3::int
    order by run_at limit 1) d
) first
`;

/** Predictions that one statement corrects. */
export const CORRECTED_AT_ONCE = 1_000;

/** Seconds into the future that are left alone after a step of the clock: they pass by themselves. */
const LEFT_ALONE = `interval '60 s'`;

/**
 * Corrects predictions that a clock which has stepped back has put into the future, $1 the seconds of a lease. $2 is
 * false when no step was seen: then only rows that were certainly created or begun in the future are corrected.
 *
 * - A wait ends now, whatever it was for: the engine puts off again a poll or a submit that comes too early.
 * - A lease runs as if it had just been renewed, which its worker does by itself unless it is silent.
 * - A deadline keeps its distance from the creation: a prediction from the future counts as created now.
 * - Rows that another statement has locked are skipped: it writes the present time, or the second correction finds them.
 */
export const CORRECT_FUTURE = `
with clock as materialized (
  select clock_timestamp() as now, clock_timestamp() + ${LEFT_ALONE} as far
),
future_predictions as materialized (
  select id from predictions where id in (
    select id from predictions cross join clock
    where status = 'processing'
      and (created_at > far or started_at > far or $2::boolean and (run_at > far or lease_until > far + make_interval(secs => $1)))
    limit ${CORRECTED_AT_ONCE})
  order by id for update skip locked
)
update predictions p set
  run_at = case when p.run_at > far then now else p.run_at end,
  lease_until = case when p.lease_until > far + make_interval(secs => $1) then now + make_interval(secs => $1) else p.lease_until end,
  deadline_at = case when p.created_at > far then now + (p.deadline_at - p.created_at) else p.deadline_at end,
  created_at = case when p.created_at > far then now else p.created_at end,
  started_at = case when p.started_at > far then now else p.started_at end
from clock where p.id = any (array(select id from future_predictions))
returning p.id
`;
