import { Injectable } from '@nestjs/common';
import { Database } from '../database/index.js';
import type { ProviderRef } from '../providers/index.js';
import type { ClaimedPrediction } from './prediction.js';

/**
 * Everything that claims or moves a prediction that is processing. A lease is a worker's right to advance it, for a
 * time by the database's clock; the fence rises with every claim. Every write below names its fence and misses once
 * the lease is over or the fence has risen: zero rows means that somebody else has it, and the work is dropped.
 */
const HELD = `p.status = 'processing' and p.lease_until > clock_timestamp()`;

/**
 * Claims up to $2[i] predictions of provider $1[i]. First what was begun and is due (a poll, a retry, or work whose
 * worker fell silent: an expired lease is simply claimable), then what nobody has begun, in fair order. Rows that
 * another worker is claiming are skipped, so workers never wait for each other. $5 bounds the whole.
 */
const CLAIM = `
with room as materialized (
  select * from unnest($1::text[], $2::int[]) as r (provider, places)
),
due as materialized (
  select d.id, r.provider from room r cross join lateral (
    select id from predictions
    where status = 'processing' and started_at is not null and provider = r.provider
      and run_at <= clock_timestamp() and (lease_until is null or lease_until <= clock_timestamp())
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
  select id, true as is_fresh from fresh union all select id, false from due order by is_fresh limit $5
),
claimed as (
  update predictions p set
    fence = p.fence + 1, leased_by = $3, lease_until = clock_timestamp() + make_interval(secs => $4),
    crashes = p.crashes + (p.lease_until is not null)::int,
    started_at = coalesce(p.started_at, clock_timestamp())
  where p.id in (select id from chosen)
  returning p.*
),
served as (
  update queue_clock set tag = (select max(fair_tag) from claimed where fence = 1)
  where tag < (select max(fair_tag) from claimed where fence = 1)
)
select id, fence, provider, model_key, model, modality, operation, input, inline_media, attempts, errors, crashes, submit_open,
  provider_ref, progress, deadline_at,
  (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as remaining_ms
from claimed order by fair_tag, id
`;

/** Renews the leases of everything this worker is on, and records progress, in one statement. */
const RENEW = `
update predictions p set
  lease_until = clock_timestamp() + make_interval(secs => $4), progress = greatest(p.progress, h.progress)
from unnest($1::uuid[], $2::int[], $3::int[]) as h (id, fence, progress)
where p.id = h.id and p.fence = h.fence and ${HELD}
returning p.id
`;

/** Writes the intent: from here on the engine may have been called. */
const BEGIN = `
update predictions p set attempts = p.attempts + 1, submit_open = true,
  events = p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_started', 'attempt', p.attempts + 1)
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.attempts
`;

/** The engine has it: no worker's place is held until it is due again, at the latest at its deadline. */
const AWAIT = `
update predictions p set provider_ref = $3::jsonb, submit_open = false, lease_until = null, leased_by = null,
  run_at = least(clock_timestamp() + make_interval(secs => $4::float8 / 1000), p.deadline_at),
  progress = greatest(p.progress, $5::int), provider_queue_position = $6,
  events = case when p.provider_ref is null
    then p.events || jsonb_build_object('at', clock_timestamp(), 'event', 'submitted', 'attempt', p.attempts) else p.events end
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/**
 * The attempt failed and another one will follow. $4: 1, or 0 when the engine throttled and it does not count.
 * $6: true when the engine may have it after all, so that the next step finds out before it submits anything new.
 * $7: true when the engine has it and only our own part failed: its reference stays, and nothing is submitted again.
 */
const RETRY = `
update predictions p set submit_open = p.submit_open and $6::boolean,
  provider_ref = case when $7::boolean then p.provider_ref end, provider_queue_position = null,
  lease_until = null, leased_by = null, errors = p.errors + $4::int,
  run_at = least(clock_timestamp() + make_interval(secs => $3::float8 / 1000), p.deadline_at),
  events = p.events
    || jsonb_build_object('at', clock_timestamp(), 'event', 'attempt_failed', 'attempt', p.attempts, 'message', $5::text)
    || jsonb_build_object('at', clock_timestamp(), 'event', 'retry_scheduled', 'message', format('in %s s', round($3::numeric / 1000, 1)))
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/** Gives a lease back untouched: at a graceful stop, so that another worker goes on at once. */
const RELEASE = `
update predictions p set lease_until = null, leased_by = null, run_at = clock_timestamp(), submit_open = p.submit_open and not $3::boolean
where p.id = $1 and p.fence = $2 and ${HELD}
returning p.id
`;

/** Workers that hold leases and whose session lock is gone. $1: class of the locks. */
const ABSENT_WORKERS = `
select distinct p.leased_by as worker from predictions p
where p.status = 'processing' and p.started_at is not null and p.lease_until > clock_timestamp()
  and not exists (
    select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid::bigint = p.leased_by
      and l.database = (select oid from pg_database where datname = current_database()))
`;

/**
 * Ends the leases of workers that are gone, so that nobody need wait for them to run out. A wrong guess is harmless:
 * the other's next write misses, and it drops the work.
 */
const RELEASE_ABANDONED = `
update predictions p set lease_until = clock_timestamp()
where p.status = 'processing' and p.lease_until > clock_timestamp() and p.leased_by = any($1::int[])
returning p.id
`;

/** Milliseconds until the next begun prediction is due; null when none is. */
const NEXT_DUE = `
select (extract(epoch from min(run_at) - clock_timestamp()) * 1000)::float8 as in_ms from predictions
where status = 'processing' and started_at is not null and provider = any($1::text[]) and lease_until is null
`;

export interface Room {
  provider: string;
  places: number;
}

export interface Held {
  id: string;
  fence: number;
  progress: number;
}

@Injectable()
export class PredictionQueue {
  constructor(private readonly database: Database) {}

  async claim(
    room: Room[],
    total: number,
    workerId: number,
    leaseSeconds: number,
  ): Promise<ClaimedPrediction[]> {
    return this.database.prepared<ClaimedPrediction>('claim', CLAIM, [
      room.map(({ provider }) => provider),
      room.map(({ places }) => places),
      workerId,
      leaseSeconds,
      total,
    ]);
  }

  /** @returns the ids that are still ours. */
  async renew(held: Held[], leaseSeconds: number): Promise<Set<string>> {
    const rows = await this.database.prepared<{ id: string }>('renew', RENEW, [
      held.map(({ id }) => id),
      held.map(({ fence }) => fence),
      held.map(({ progress }) => Math.floor(progress)),
      leaseSeconds,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** @returns the number of this attempt, or null when the prediction is not ours any more. */
  async begin({ id, fence }: Lease): Promise<number | null> {
    const [row] = await this.database.prepared<{ attempts: number }>('begin', BEGIN, [id, fence]);
    return row?.attempts ?? null;
  }

  async await(
    { id, fence }: Lease,
    waiting: { ref: ProviderRef; pollAfterMs: number; progress?: number; queuePosition?: number },
  ): Promise<boolean> {
    const { ref, pollAfterMs, progress, queuePosition } = waiting;
    const values = [
      id,
      fence,
      JSON.stringify(ref),
      pollAfterMs,
      Math.floor(progress ?? 0),
      queuePosition ?? null,
    ];
    return (await this.database.prepared('await', AWAIT, values)).length > 0;
  }

  async retry({ id, fence }: Lease, retry: Retry): Promise<boolean> {
    const { delayMs, counted, message, maybeSent = false, keepRef = false } = retry;
    const values = [id, fence, delayMs, counted ? 1 : 0, message, maybeSent, keepRef];
    return (await this.database.prepared('retry', RETRY, values)).length > 0;
  }

  /** @param unsent true when it is certain that the engine has nothing of it. */
  async release({ id, fence }: Lease, unsent: boolean): Promise<void> {
    await this.database.prepared('release', RELEASE, [id, fence, unsent]);
  }

  async absentWorkers(lockClass: number): Promise<number[]> {
    const rows = await this.database.prepared<{ worker: number }>('absent-workers', ABSENT_WORKERS, [
      lockClass,
    ]);
    return rows.map(({ worker }) => worker);
  }

  async releaseAbandoned(workers: number[]): Promise<number> {
    return (await this.database.prepared('release-abandoned', RELEASE_ABANDONED, [workers])).length;
  }

  async nextDueMs(providers: string[]): Promise<number | null> {
    const [row] = await this.database.prepared<{ in_ms: number | null }>('next-due', NEXT_DUE, [providers]);
    return row?.in_ms ?? null;
  }
}

export interface Retry {
  delayMs: number;
  /** False for a throttled submit, which costs no attempt. */
  counted: boolean;
  /** Public, for the timeline. */
  message: string;
  /** The engine may have accepted it: the intent stays, and the next step finds out first. */
  maybeSent?: boolean;
  /** Only our own part failed: go on with what the engine has. */
  keepRef?: boolean;
}

export interface Lease {
  id: string;
  fence: number;
}
