/**
 * The statements of listeners. A lease is a process's right to run a listener until a time of the database's clock; the fence
 * increases with every claim. Every write compares the fence and needs a live lease. No row: the lease is lost.
 */
import { columns } from '../platform/database/index.js';
import type { EventEntity } from './event.entity.js';

const HELD = `name = $1 and fence = $2::bigint and lease_until > clock_timestamp()`;

/** REGISTER: registers the listener $1 of the kinds $2. A new one starts after the newest position. Returns whether it is new. */
export const REGISTER = `
insert into event_listeners as l (name, kinds, position)
select $1, $2::text[], coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'position')::regclass), 0)
on conflict (name) do update set kinds = excluded.kinds, seen_at = clock_timestamp()
returning xmax = 0 as is_new
`;

/** CLAIM_LISTENER: claims the listener $1 for $2 seconds, unless another process has it. */
export const CLAIM_LISTENER = `
update event_listeners set fence = fence + 1, lease_until = clock_timestamp() + make_interval(secs => $2), seen_at = clock_timestamp()
where name = $1 and (lease_until is null or lease_until <= clock_timestamp())
returning fence, position, failures,
  greatest(extract(epoch from retry_at - clock_timestamp()) * 1000, 0)::float8 as retry_in_ms
`;

/** IS_REGISTERED: a row if there is a listener $1. */
export const IS_REGISTERED = `select 1 from event_listeners where name = $1`;

/** RENEW_LISTENER: extends the lease of the listener $1 with the fence $2 to $3 seconds from now. */
export const RENEW_LISTENER = `
update event_listeners set lease_until = clock_timestamp() + make_interval(secs => $3), seen_at = clock_timestamp()
where ${HELD} returning 1
`;

/** RELEASE_LISTENER: gives up the lease of the listener $1 with the fence $2, so that another process can claim it at once. */
export const RELEASE_LISTENER = `update event_listeners set lease_until = null where ${HELD}`;

/** ADVANCE: the listener $1 with the fence $2 has handled every event up to $3. */
export const ADVANCE = `
update event_listeners set position = $3::bigint, failures = 0, retry_at = null where ${HELD} returning 1
`;

/** FAIL: the listener $1 with the fence $2 failed; its next attempt is due in $3 ms. Returns the number of its failures. */
export const FAIL = `
update event_listeners set failures = failures + 1, retry_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
where ${HELD} returning failures
`;

/**
 * READ_EVENTS: the first $4 rows of the recorded kinds $3 after $1, up to $2, with what is delivered of them. The lateral joins
 * force an index lookup per row.
 */
export const READ_EVENTS = `
select e.position, e.kind, e.account_id, e.prediction_id, coalesce(e.key_id, p.key_id) as key_id, e.payload, e.created_at,
  p.env, p.model_key, p.modality, p.operation, p.cost, p.error_code, p.error_retryable, t.source, t.amount, t.balance_after
from (
  select ${columns<EventEntity>('position', 'kind', 'account_id', 'prediction_id', 'key_id', 'transfer_id', 'payload', 'created_at')}
  from events where position > $1::bigint and position <= $2::bigint and kind = any($3::text[]) order by position limit $4) e
left join lateral (
  select key_id, env, model_key, modality, operation, cost, error_code, error_retryable
  from predictions where id = e.prediction_id offset 0) p on true
left join lateral (select source, amount, balance_after from ledger_transfers where id = e.transfer_id offset 0) t on true
order by e.position
`;

/**
 * NEWEST_EVENT: the newest committed position. If it is beyond $1, with the id of this statement's transaction: whoever took a
 * lower position had an id before.
 */
export const NEWEST_EVENT = `
select newest, case when newest > $1::bigint then pg_current_xact_id()::text end as xid
from (select coalesce(max(position), 0) as newest from events offset 0) e
`;

/** IS_PASSED: whether all transactions with ids up to $1 have ended. */
export const IS_PASSED = `select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as is_passed`;

/** FORGET: removes listeners that no process has run for $1 days: they would hold back the removal of events for ever. */
export const FORGET = `
delete from event_listeners where seen_at < clock_timestamp() - make_interval(secs => $1::float8 * 86400)
  and (lease_until is null or lease_until <= clock_timestamp())
returning name
`;

/**
 * REMOVE_HANDLED: removes up to $1 events that every listener has passed. Returns their number.
 *
 * - removed_events: the removed events.
 */
export const REMOVE_HANDLED = `
with removed_events as (
  delete from events where position = any (array(
    select position from events
    where position <= coalesce((select min(position) from event_listeners), 9223372036854775807)
    order by position limit $1))
  returning 1
)
select count(*)::int as count from removed_events
`;

/** LAGS: the age of the oldest event that each listener has not handled; 0 without one. */
export const LAGS = `
select l.name, coalesce(extract(epoch from clock_timestamp() - (
  select e.created_at from events e where e.position > l.position and e.kind = any(l.kinds) order by e.position limit 1)), 0)::float8 as seconds
from event_listeners l
`;
