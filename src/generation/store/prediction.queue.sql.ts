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

/** Forces an index lookup; a plain join with the CTE can become a sequential scan. */
const BY_ID = 'p.id = any (array(select id from leases))';

/** What a worker needs to advance a prediction: `ClaimedPrediction`. */
export const CLAIMED_COLUMNS = `id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors,
  crashes, isolated_crashes, submit_open, provider_ref, progress, deadline_at,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms`;

/**
 * CLAIM: claims predictions at the providers $1[i]: up to $2[i] to be submitted and $3[i] to be polled, which takes an
 * exchange and no place. $4: the worker's number. $5: seconds of a lease. $6: bound of all submits together. $7: crashes
 * from which a prediction is a suspect, which runs in a process of its own (suspect.queue.sql.ts).
 * Rows that another worker is claiming are skipped, so workers never wait for each other.
 *
 * - rooms: the parameters as rows, and the clock, read once: an index is searched only by a value that is constant during
 *   the statement. Read again for each row, every prediction that waits at an engine would be a candidate of every claim.
 * - awaited_predictions: the engine has them, and they are due to be polled.
 * - due_predictions: begun, and due to be submitted again: a retry, or an expired lease.
 * - fresh_predictions: not begun, in fair order, in the places that are left.
 * - chosen_predictions: all polls, and the submits up to $6, begun ones first.
 * - claimed_predictions: those, with a new fence and lease.
 * - advanced_clocks: the fair line's clock moves up to what was begun now.
 */
export const CLAIM = `
with rooms as materialized (
  select r.*, clock_timestamp() as now from unnest($1::text[], $2::int[], $3::int[]) as r (provider, places, polls)
),
awaited_predictions as materialized (
  select d.id from rooms r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit r.polls for update skip locked) d
),
due_predictions as materialized (
  select d.id, r.provider from rooms r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = r.provider
      and run_at <= r.now and (lease_until is null or lease_until <= r.now)
      and crashes + (lease_until is not null)::int < $7::int
    order by run_at limit r.places for update skip locked) d
),
fresh_predictions as materialized (
  select f.id, r.provider from rooms r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is null and provider = r.provider
    order by fair_tag, id limit r.places - (select count(*) from due_predictions due where due.provider = r.provider)
    for update skip locked) f
),
chosen_predictions as materialized (
  select id from awaited_predictions
  union all
  select id from (
    select id, true as is_fresh from fresh_predictions union all select id, false from due_predictions
    order by is_fresh limit $6) submits
),
claimed_predictions as (
  update predictions p set
    fence = p.fence + 1, leased_by = $4, lease_until = clock_timestamp() + make_interval(secs => $5),
    crashes = p.crashes + (p.lease_until is not null)::int,
    started_at = coalesce(p.started_at, clock_timestamp())
  where p.id = any (array(select id from chosen_predictions))
  returning p.*
),
advanced_clocks as (
  update queue_clock set tag = (select max(fair_tag) from claimed_predictions where fence = 1)
  where tag < (select max(fair_tag) from claimed_predictions where fence = 1)
)
select ${CLAIMED_COLUMNS} from claimed_predictions order by fair_tag, id
`;

/**
 * RENEW: renews the leases $1[i] (id), $2[i] (fence) for $4 seconds and records their progress $3[i]. A prediction past its
 * deadline is not renewed: an adapter that does not notice its end must not hold it for ever. $5: the worker's number, a
 * new one after its connection was lost in silence. Returns the ids that were renewed.
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
 * LOST: of the leases $1[i] (id), $2[i] (fence) that could not be renewed, counts those that are over or another worker's.
 * The worker itself has ended the others meanwhile: the prediction is final, or waits at its engine.
 */
export const LOST = `
select count(*)::int as count from unnest($1::uuid[], $2::int[]) as h (id, fence) join predictions p on p.id = h.id
where p.status = 'processing' and (p.fence > h.fence or p.lease_until is not null)
`;

/**
 * BEGIN: writes the intents of the leases $1 (JSON): from here on their engine may have been called. Returns the number of
 * each attempt.
 *
 * - leases: id and fence of each.
 */
export const BEGIN = `
with leases as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (id uuid, fence int)
)
update predictions p set attempts = p.attempts + 1, submit_open = true,
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_started', 'attempt', p.attempts + 1)")}
from leases t
where p.id = t.id and p.fence = t.fence and ${HELD} and ${BY_ID}
returning p.id, p.attempts
`;

/**
 * AWAIT: stores the references of the leases $1 (JSON) and releases them: no worker's place is held until each is due
 * again, at the latest at its deadline.
 *
 * - leases: id and fence of each, with what the engine returned.
 */
export const AWAIT = `
with leases as materialized (
  select * from jsonb_to_recordset($1::jsonb) as t (
    id uuid, fence int, ref jsonb, poll_after_ms float8, progress int, queue_position int)
)
update predictions p set provider_ref = t.ref, submit_open = false, lease_until = null, leased_by = null,
  run_at = least(clock_timestamp() + make_interval(secs => t.poll_after_ms / 1000), p.deadline_at),
  progress = greatest(p.progress, t.progress), provider_queue_position = t.queue_position,
  events = case when p.provider_ref is null
    then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'submitted', 'attempt', p.attempts) else p.events end
from leases t
where p.id = t.id and p.fence = t.fence and ${HELD} and ${BY_ID}
returning p.id
`;

/**
 * RETRY: the attempt of the prediction $1 with the fence $2 failed, and another one follows in $3 milliseconds. $4: 1, or 0
 * when the engine throttled and it does not count. $5: the message of the timeline. $6: true when the engine may have it
 * after all, so that the next step finds out before it submits anything new. $7: true when the engine has it and only our
 * own part failed: its reference stays, and nothing is submitted again. $8, $9: the engine that is used from now on and
 * the model's name there; null for the same as before.
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
 * REROUTE: moves predictions of the model $2 that no engine has yet from the engine $1, which is not accepting, to the
 * engine $3, where the model is $4. Skips rows that another statement has locked.
 *
 * - waiting_predictions: not begun, first in line first: as many as one statement has time for.
 * - begun_predictions: begun, and certainly not with the engine.
 */
export const REROUTE = `
with waiting_predictions as materialized (
  select id from predictions
  where status = 'processing' and started_at is null and provider = $1 and model_key = $2
  order by fair_tag, id limit ${REROUTED_AT_ONCE} for update skip locked
),
begun_predictions as materialized (
  select id from predictions p
  where p.status = 'processing' and p.started_at is not null and p.provider = $1
    and p.model_key = $2 and p.provider_ref is null and not p.submit_open
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by run_at limit ${REROUTED_AT_ONCE} for update skip locked
)
update predictions p set provider = $3, model = $4, run_at = clock_timestamp(),
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', 'at another engine')")}
where p.id in (select id from waiting_predictions union all select id from begun_predictions)
returning p.id
`;

/**
 * RELEASE: releases the lease of the prediction $1 with the fence $2 at a graceful stop, so that another worker goes on at
 * once. $3: true when it is certain that the engine has nothing of it.
 */
export const RELEASE = `
update predictions p set lease_until = null, leased_by = null, run_at = clock_timestamp(), submit_open = p.submit_open and not $3::boolean
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/** ABSENT_WORKERS: workers that hold leases and whose advisory lock is missing. $1: class of the locks. */
export const ABSENT_WORKERS = `
select distinct p.leased_by as worker from predictions p
where p.leased_by is not null and p.status = 'processing' and p.lease_until > clock_timestamp()
  and not exists (
    select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid::bigint = p.leased_by
      and l.database = (select oid from pg_database where datname = current_database()))
`;

/**
 * RELEASE_ABANDONED: ends the leases of the workers $1, so that no worker waits for them to expire. A wrong guess is
 * harmless: the other's next write misses, and it drops the work.
 */
export const RELEASE_ABANDONED = `
update predictions p set lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = any($1::int[])
returning p.id
`;

/**
 * NEXT_DUE: milliseconds until the next begun prediction is due, at the engines $1 to be submitted or at the engines $2 to
 * be polled; null when none is. Reads the first row of each line, by its index. $3: as $7 of CLAIM.
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
 *
 * - clock: now, and from when on a time is too far in the future.
 * - future_predictions: the rows to correct, locked.
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
