/**
 * A lease is a worker's right to advance a prediction until a time of the database's clock; the fence increases with every claim. Every
 * write of a worker compares its fence and needs a live lease. Zero rows mean that the worker has lost the prediction and drops the work.
 */
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';
import { CLAIMED_ROW } from '../prediction.js';

const HELD = `p.status = 'processing' and p.lease_until > clock_timestamp()`;

/** An engine may throttle for hours, and each write copies all events. */
const MAX_EVENTS = 100;
export const withEvents = (...events: string[]) =>
  `case when jsonb_array_length(p.events) < ${MAX_EVENTS} then ${['p.events', ...events].join(' || ')} else p.events end`;

/** One statement moves up to this many waiting and this many begun predictions. */
const MAX_REROUTED = 1_000;

/** Leases are renewed this long past the deadline, so that the worker itself can fail the prediction. */
const GRACE_SECONDS = 15;

/** Forces an index lookup; a plain join with the CTE can become a sequential scan. */
const BY_ID = 'p.id = any (array(select id from leases))';

export const CLAIMED_COLUMNS = `id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors,
  crashes, isolated_crashes, submit_open, provider_ref, progress, deadline_at, trace_context,
  case when events->-1->>'event' = 'engine_busy' then (events->-1->>'times')::int else 0 end as times_busy,
  case when trace_context is not null then (extract(epoch from clock_timestamp() - run_at) * 1000)::float8 end as waited_ms,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms`;

/** The server counts for its statistics how many pages of the table this session has read. */
const PAGES_READ = `pg_stat_get_xact_blocks_fetched('predictions'::regclass)`;

/** A begun prediction without a reference holds a place of its engine: a worker has it, or the engine may have it. */
export const HOLDS_PLACE = '(submit_open or leased_by is not null)';

const LEAST_TAG = '(-9223372036854775808)::bigint';
const LEAST_ID = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * Claims predictions of each engine: up to its `submits` to submit, of which no more than `maxSubmits` at all engines together, and up to
 * its `polls` to poll; a poll holds no slot. From `suspectsFrom` crashes a prediction is a suspect, which runs in an isolated process
 * (suspect.queue.sql.ts). Each line starts where `submitsFromMs`, `pollsFromMs` (`run_at` in milliseconds), `waitingTags` and `waitingIds`
 * say, null for its beginning (claim-marks.ts). `placeLimits`: the places of the engine over all processes, null without a limit
 * (docs/decisions/queue-and-fairness.md). Rows that another worker has locked are skipped, so workers never wait for each other. Without a
 * claimed prediction it returns one row without an id. `pages`: those of the table that it read to find its predictions. `now_ms`: the
 * database's clock. `full_engines`: those whose places are taken now. `busy_engines`: those whose places another process is claiming.
 *
 * - engine_capacities: the parameters as rows, with the clock, read once: an index condition needs a value that is constant during the
 *   statement. With a clock read per row, every claim would scan all predictions that wait at an engine.
 * - engine_places: with the free places of each engine, null without a limit. They are counted only when a prediction is due or waits; the
 *   statement then holds the engine's lock until it is committed. `taken` is -1 when another statement has it.
 * - awaited_predictions: the engine has them, and their next poll is due.
 * - due_predictions: begun, and due to be submitted again after a retry or an expired lease. One that holds a place already needs no other.
 * - permitted_due_predictions: those that hold a place, and as many others as the engine has free places.
 * - fresh_predictions: not begun, in fair order, for the remaining submits.
 * - chosen_predictions: all polls, and the submits up to `maxSubmits`: begun predictions first, both in the order of their lines.
 * - scans: the pages of the table that were read up to here, without those of the counts. Of a dead index entry its page is read.
 * - claimed_predictions: the chosen ones, with a new fence and lease.
 * - advanced_clocks: the clock of the fair queue, advanced to the largest tag that is begun now. Its row is found at the end of its index,
 *   which old versions precede.
 */
export const CLAIM = statement('generation.claim', {
  parameters: {
    engines: sql.text.array,
    submits: sql.integer.array,
    polls: sql.integer.array,
    worker: sql.integer,
    leaseSeconds: sql.float8,
    maxSubmits: sql.bigint,
    suspectsFrom: sql.integer,
    submitsFromMs: sql.float8.orNull.array,
    pollsFromMs: sql.float8.orNull.array,
    waitingTags: sql.bigint.orNull.array,
    waitingIds: sql.uuid.orNull.array,
    placeLimits: sql.integer.orNull.array,
  },
  row: {
    ...CLAIMED_ROW,
    id: sql.uuid.orNull,
    fair_tag: sql.float8.orNull,
    run_at_ms: sql.float8.orNull,
    pages: sql.integer,
    now_ms: sql.float8,
    full_engines: sql.text.array,
    busy_engines: sql.text.array,
  },
  isPrepared: true,
  text: `
with engine_capacities as materialized (
  select c.provider, c.submits, c.polls, c.place_limit, clock_timestamp() as now, ${PAGES_READ} as pages_before,
    coalesce(to_timestamp(c.submits_from / 1000), '-infinity') as submits_from,
    coalesce(to_timestamp(c.polls_from / 1000), '-infinity') as polls_from,
    coalesce(c.waiting_tag, ${LEAST_TAG}) as waiting_tag, coalesce(c.waiting_id, ${LEAST_ID}) as waiting_id
  from unnest($engines::text[], $submits::int[], $polls::int[], $submitsFromMs::float8[], $pollsFromMs::float8[],
    $waitingTags::bigint[], $waitingIds::uuid[], $placeLimits::int[])
    as c (provider, submits, polls, submits_from, polls_from, waiting_tag, waiting_id, place_limit)
),
engine_places as materialized (
  select c.*, t.taken, t.count_to - t.count_from as pages_of_count, case when c.place_limit is not null then
    case when t.taken >= 0 then greatest(0, c.place_limit - t.taken) else 0 end end as places
  from engine_capacities c left join lateral (
    select ${PAGES_READ} as count_from, coalesce(engine_places_taken(c.provider, c.place_limit), -1) as taken,
      ${PAGES_READ} as count_to
    where c.place_limit is not null and c.submits > 0 and coalesce(
      (select 1 from predictions
        where status = 'processing' and started_at is null and provider = c.provider
          and (fair_tag, id) >= (c.waiting_tag, c.waiting_id) limit 1),
      (select 1 from predictions
        where status = 'processing' and started_at is not null and provider = c.provider and provider_ref is null
          and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.submits_from limit 1)
    ) is not null offset 0) t on true
),
awaited_predictions as materialized (
  select d.id from engine_places c cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.polls_from
      and crashes + (lease_until is not null)::int < $suspectsFrom::int
    order by run_at limit c.polls for update skip locked) d
),
due_predictions as materialized (
  select d.*, c.provider, c.places from engine_places c cross join lateral (
    select id, run_at, ${HOLDS_PLACE} as is_placed from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = c.provider
      and run_at <= c.now and (lease_until is null or lease_until <= c.now) and run_at >= c.submits_from
      and (c.places is distinct from 0 or ${HOLDS_PLACE})
      and crashes + (lease_until is not null)::int < $suspectsFrom::int
    order by run_at limit c.submits for update skip locked) d
),
permitted_due_predictions as materialized (
  select * from (
    select *, row_number() over (partition by provider, is_placed order by run_at) as rank from due_predictions) ranked
  where places is null or is_placed or rank <= places
),
fresh_predictions as materialized (
  select f.id, f.fair_tag, c.provider from engine_places c cross join lateral (
    select id, fair_tag from predictions
    where status = 'processing' and started_at is null and provider = c.provider
      and (fair_tag, id) >= (c.waiting_tag, c.waiting_id)
    order by fair_tag, id limit least(
      c.submits - (select count(*) from due_predictions due where due.provider = c.provider),
      c.places - (select count(*) from permitted_due_predictions due where due.provider = c.provider and not due.is_placed))
    for update skip locked) f
),
chosen_predictions as materialized (
  select id from awaited_predictions
  union all
  select id from (
    select id, true as is_fresh, null as run_at, fair_tag from fresh_predictions
    union all select id, false, run_at, 0 from permitted_due_predictions
    order by is_fresh, run_at, fair_tag, id limit $maxSubmits) submits
),
scans as materialized (
  select ${PAGES_READ} - (select min(pages_before) + coalesce(sum(pages_of_count), 0) from engine_places) as pages,
    (select min(now) from engine_capacities) as now, count(*) from chosen_predictions
),
claimed_predictions as (
  update predictions p set
    fence = p.fence + 1, leased_by = $worker, lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds),
    crashes = p.crashes + (p.lease_until is not null)::int,
    started_at = coalesce(p.started_at, clock_timestamp())
  where p.id = any (array(select id from chosen_predictions))
  returning p.*
),
advanced_clocks as (
  update queue_clock set tag = (select max(fair_tag) from claimed_predictions where fence = 1)
  where tag >= (select tag from queue_clock order by tag desc limit 1)
    and tag < (select max(fair_tag) from claimed_predictions where fence = 1)
)
select ${CLAIMED_COLUMNS}, fair_tag::float8, (extract(epoch from run_at) * 1000)::float8 as run_at_ms,
  pages::int, (extract(epoch from now) * 1000)::float8 as now_ms,
  array(select c.provider from engine_places c where c.taken >= 0 and c.places <= (
    select count(*) from fresh_predictions f where f.provider = c.provider) + (
    select count(*) from permitted_due_predictions due where due.provider = c.provider and not due.is_placed)) as full_engines,
  array(select provider from engine_places where taken < 0) as busy_engines
from scans left join claimed_predictions on true order by fair_tag, id
`,
});

export type ClaimRow = RowOfStatement<typeof CLAIM>;

/**
 * A prediction past its deadline is not renewed: an adapter that ignores its signal must not hold it for ever. The worker's number changes
 * after its database session was lost.
 */
export const RENEW = statement('generation.renew', {
  parameters: {
    ids: sql.uuid.array,
    fences: sql.integer.array,
    progress: sql.integer.array,
    leaseSeconds: sql.float8,
    worker: sql.integer,
  },
  row: { id: sql.uuid },
  isPrepared: true,
  text: `
update predictions p set
  lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds), leased_by = $worker, progress = greatest(p.progress, h.progress)
from unnest($ids::uuid[], $fences::int[], $progress::int[]) as h (id, fence, progress)
where p.id = h.id and p.fence = h.fence and ${HELD}
  and p.deadline_at > clock_timestamp() - interval '${GRACE_SECONDS} s'
returning p.id
`,
});

/** The worker itself ended the leases that are not counted: the prediction is final, or waits at its engine. */
export const COUNT_LOST = statement('generation.count-lost', {
  parameters: { ids: sql.uuid.array, fences: sql.integer.array },
  row: { count: sql.integer },
  isPrepared: true,
  text: `
select count(*)::int as count from unnest($ids::uuid[], $fences::int[]) as h (id, fence) join predictions p on p.id = h.id
where p.status = 'processing' and (p.fence > h.fence or p.lease_until is not null)
`,
});

/**
 * Writes the intents of leases: from now on their engine may have been called. Returns the number of each attempt.
 *
 * - leases: id and fence of each lease.
 */
export const BEGIN = statement('generation.begin', {
  parameters: { leases: sql.jsonb },
  row: rowOf(PredictionEntity, 'id', 'attempts'),
  isPrepared: true,
  text: `
with leases as materialized (
  select * from jsonb_to_recordset($leases::jsonb) as t (id uuid, fence int)
)
update predictions p set attempts = p.attempts + 1, submit_open = true,
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_started', 'attempt', p.attempts + 1)")}
from leases t
where p.id = t.id and p.fence = t.fence and ${HELD} and ${BY_ID}
returning p.id, p.attempts
`,
});

/**
 * The predictions hold no worker slot until their next poll, which is due at the deadline at the latest.
 *
 * - leases: id and fence of each lease, with the response of the engine.
 */
export const AWAIT = statement('generation.await', {
  parameters: { leases: sql.jsonb },
  row: { id: sql.uuid },
  isPrepared: true,
  text: `
with leases as materialized (
  select * from jsonb_to_recordset($leases::jsonb) as t (
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
`,
});

/** Of RETRY: the engine was busy, and certainly does not have the prediction. */
const WAS_NO_ATTEMPT =
  '($isBusy::boolean and p.provider_ref is null and not (p.submit_open and $isAmbiguous::boolean) and p.attempts > 0)';

/** Of RETRY: removes the beginning of an attempt that was none, and ends with one `engine_busy`, which counts. */
const WITH_BUSY_EVENT = `(
    select case
      when kept->-1->>'event' = 'engine_busy' then jsonb_set(kept, '{-1,times}', to_jsonb((kept->-1->>'times')::int + 1))
      when jsonb_array_length(kept) >= ${MAX_EVENTS} then kept
      else kept || jsonb_build_object('at', clock_timestamp(), 'event', 'engine_busy', 'message', $message::text, 'times', 1) end
    from (select case when ${WAS_NO_ATTEMPT} and p.events->-1->>'event' = 'attempt_started'
      then p.events - (-1) else p.events end as kept) k)`;

/**
 * `errors`: 0 when the error does not count, else 1. `message`: for the timeline. `isAmbiguous`: the engine may have accepted the submit:
 * the intent stays, and the next step resolves it before it submits anew. `keepsRef`: only our own part failed: the engine's reference, if
 * any, stays. `provider`, `model`: the new engine and the name of the model there; null to keep both. `isBusy`: the attempt never was, and
 * however long the engine is busy is one event.
 */
export const RETRY = statement('generation.retry', {
  parameters: {
    id: sql.uuid,
    fence: sql.integer,
    delayMs: sql.float8,
    errors: sql.integer,
    message: sql.text,
    isAmbiguous: sql.boolean,
    keepsRef: sql.boolean,
    provider: sql.text.orNull,
    model: sql.text.orNull,
    isBusy: sql.boolean,
  },
  isPrepared: true,
  text: `
update predictions p set provider = coalesce($provider, p.provider), model = coalesce($model, p.model),
  submit_open = p.submit_open and $isAmbiguous::boolean,
  attempts = case when ${WAS_NO_ATTEMPT} then p.attempts - 1 else p.attempts end,
  provider_ref = case when $keepsRef::boolean then p.provider_ref end, provider_queue_position = null,
  lease_until = null, leased_by = null, errors = p.errors + $errors::int,
  run_at = least(clock_timestamp() + make_interval(secs => $delayMs::float8 / 1000), p.deadline_at),
  events = case when $isBusy::boolean then ${WITH_BUSY_EVENT} else ${withEvents(
    "jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', $message::text)",
    "jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', format('in %s s', round($delayMs::numeric / 1000, 1)))",
  )} end
where p.id = $id and p.fence = $fence and ${HELD}
returning p.id
`,
});

/**
 * Moves predictions that no engine has to one where the model is named `model`. Skips rows that another statement has locked.
 *
 * - waiting_predictions: not begun, in fair order, up to the bound of one statement.
 * - begun_predictions: begun, and certainly not at the engine. One whose lease expired loses its worker's number, with which it would hold
 *   a place of its new engine.
 */
export const REROUTE = statement('generation.reroute', {
  parameters: { from: sql.text, modelKey: sql.text, provider: sql.text, model: sql.text },
  isPrepared: true,
  text: `
with waiting_predictions as materialized (
  select id from predictions
  where status = 'processing' and started_at is null and provider = $from and model_key = $modelKey
  order by fair_tag, id limit ${MAX_REROUTED} for update skip locked
),
begun_predictions as materialized (
  select id from predictions p
  where p.status = 'processing' and p.started_at is not null and p.provider = $from
    and p.model_key = $modelKey and p.provider_ref is null and not p.submit_open
    and (p.lease_until is null or p.lease_until <= clock_timestamp())
  order by run_at limit ${MAX_REROUTED} for update skip locked
)
update predictions p set provider = $provider, model = $model, run_at = clock_timestamp(), leased_by = null,
  events = ${withEvents("jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', 'at another engine')")}
where p.id in (select id from waiting_predictions union all select id from begun_predictions)
returning p.id
`,
});

/** Of RELEASE: the submit that was begun has not left this machine. */
const WAS_NO_STEP = '($isNoAttempt::boolean and p.submit_open and p.provider_ref is null and p.attempts > 0)';

/**
 * Another worker can claim the prediction after `afterMs`. `isUnsent`: the engine certainly does not have the prediction: clears the
 * intent. `isNoAttempt`: the submit that was begun counts as no attempt: its beginning leaves the events.
 */
export const RELEASE = statement('generation.release', {
  parameters: {
    id: sql.uuid,
    fence: sql.integer,
    isUnsent: sql.boolean,
    isNoAttempt: sql.boolean,
    afterMs: sql.float8,
  },
  isPrepared: true,
  text: `
update predictions p set lease_until = null, leased_by = null,
  run_at = clock_timestamp() + $afterMs::float8 * interval '1 ms', submit_open = p.submit_open and not $isUnsent::boolean,
  attempts = case when ${WAS_NO_STEP} then p.attempts - 1 else p.attempts end,
  events = case when ${WAS_NO_STEP} and p.events->-1->>'event' = 'attempt_started' then p.events - (-1) else p.events end
where p.id = $id and p.fence = $fence and ${HELD}
returning p.id
`,
});

/**
 * Milliseconds until the next begun prediction is due, to be submitted at the engines `submits` or polled at the engines `polls`; null when
 * none is. Reads one index entry per engine.
 */
export const NEXT_DUE = statement('generation.next-due', {
  parameters: {
    submits: sql.text.array,
    polls: sql.text.array,
    suspectsFrom: sql.integer,
    submitsFromMs: sql.float8.orNull.array,
    pollsFromMs: sql.float8.orNull.array,
  },
  row: { in_ms: sql.float8.orNull },
  isPrepared: true,
  text: `
select (extract(epoch from min(first.run_at) - clock_timestamp()) * 1000)::float8 as in_ms from (
  select d.run_at from unnest($submits::text[], $submitsFromMs::float8[]) as e (provider, since) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is null and provider = e.provider
      and lease_until is null and crashes < $suspectsFrom::int and run_at >= coalesce(to_timestamp(e.since / 1000), '-infinity')
    order by run_at limit 1) d
  union all
  select d.run_at from unnest($polls::text[], $pollsFromMs::float8[]) as e (provider, since) cross join lateral (
    select run_at from predictions
    where status = 'processing' and started_at is not null and provider_ref is not null and provider = e.provider
      and lease_until is null and crashes < $suspectsFrom::int and run_at >= coalesce(to_timestamp(e.since / 1000), '-infinity')
    order by run_at limit 1) d
) first
`,
});
