/**
 * A lease is a process's right to run a listener until a time of the database's clock; the fence increases with every claim. Every write
 * compares the fence and needs a live lease. No row: the lease is lost.
 */
import { columns, rowOf, type RowOfStatement, sql, statement } from '../platform/database/index.js';
import { EventEntity } from './event.entity.js';
import { EventListenerEntity } from './event-listener.entity.js';
import type { RecordedKind } from './recorded-kinds.js';

const HELD = `name = $listener and fence = $fence::bigint and lease_until > clock_timestamp()`;

/** A new listener starts after the newest position. */
export const REGISTER = statement('events.register', {
  parameters: { listener: sql.text, kinds: sql.text.array },
  row: { is_new: sql.boolean },
  text: `
insert into event_listeners as l (name, kinds, position)
select $listener, $kinds::text[], coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'position')::regclass), 0)
on conflict (name) do update set kinds = excluded.kinds, seen_at = clock_timestamp()
returning xmax = 0 as is_new
`,
});

/** Returns no row while another process has the listener. */
export const CLAIM_LISTENER = statement('events.claim-listener', {
  parameters: { listener: sql.text, seconds: sql.float8 },
  row: { ...rowOf(EventListenerEntity, 'fence', 'position', 'failures'), retry_in_ms: sql.float8.orNull },
  text: `
update event_listeners set fence = fence + 1, lease_until = clock_timestamp() + make_interval(secs => $seconds), seen_at = clock_timestamp()
where name = $listener and (lease_until is null or lease_until <= clock_timestamp())
returning fence, position, failures,
  greatest(extract(epoch from retry_at - clock_timestamp()) * 1000, 0)::float8 as retry_in_ms
`,
});

export const IS_REGISTERED = statement('events.is-registered', {
  parameters: { listener: sql.text },
  text: `select 1 from event_listeners where name = $listener`,
});

export const RENEW_LISTENER = statement('events.renew-listener', {
  parameters: { listener: sql.text, fence: sql.bigint, seconds: sql.float8 },
  text: `
update event_listeners set lease_until = clock_timestamp() + make_interval(secs => $seconds), seen_at = clock_timestamp()
where ${HELD} returning 1
`,
});

/** Another process can claim the listener at once. */
export const RELEASE_LISTENER = statement('events.release-listener', {
  parameters: { listener: sql.text, fence: sql.bigint },
  text: `update event_listeners set lease_until = null where ${HELD}`,
});

export const ADVANCE = statement('events.advance', {
  parameters: { listener: sql.text, fence: sql.bigint, position: sql.bigint },
  text: `
update event_listeners set position = $position::bigint, failures = 0, retry_at = null where ${HELD} returning 1
`,
});

/** The next attempt is due in `retryInMs`. */
export const FAIL = statement('events.fail', {
  parameters: { listener: sql.text, fence: sql.bigint, retryInMs: sql.float8 },
  row: rowOf(EventListenerEntity, 'failures'),
  text: `
update event_listeners set failures = failures + 1, retry_at = clock_timestamp() + make_interval(secs => $retryInMs::float8 / 1000)
where ${HELD} returning failures
`,
});

/**
 * Reads the first rows of some recorded kinds after one position, up to another, with what is delivered of them. Amounts are thousandths of
 * a credit. The lateral joins force an index lookup per row.
 */
export const READ_EVENTS = statement('events.read-events', {
  parameters: { after: sql.bigint, end: sql.bigint, kinds: sql.text.array, limit: sql.bigint },
  row: {
    ...rowOf(EventEntity, 'position', 'account_id', 'prediction_id', 'key_id', 'payload', 'created_at'),
    kind: sql.text.as<RecordedKind>(),
    // Of its prediction.
    env: sql.text.orNull,
    model_key: sql.text.orNull,
    modality: sql.text.orNull,
    operation: sql.text.orNull,
    cost: sql.bigint.orNull,
    error_code: sql.text.orNull,
    error_retryable: sql.boolean.orNull,
    // Of its ledger entry.
    source: sql.text.orNull,
    amount: sql.bigint.orNull,
    balance_after: sql.bigint.orNull,
  },
  text: `
select e.position, e.kind, e.account_id, e.prediction_id, coalesce(e.key_id, p.key_id) as key_id, e.payload, e.created_at,
  p.env, p.model_key, p.modality, p.operation, p.cost, p.error_code, p.error_retryable, t.source, t.amount, t.balance_after
from (
  select ${columns<EventEntity>('position', 'kind', 'account_id', 'prediction_id', 'key_id', 'transfer_id', 'payload', 'created_at')}
  from events where position > $after::bigint and position <= $end::bigint and kind = any($kinds::text[]) order by position limit $limit) e
left join lateral (
  select key_id, env, model_key, modality, operation, cost, error_code, error_retryable
  from predictions where id = e.prediction_id offset 0) p on true
left join lateral (select source, amount, balance_after from ledger_transfers where id = e.transfer_id offset 0) t on true
order by e.position
`,
});

export type EventRow = RowOfStatement<typeof READ_EVENTS>;

/**
 * Returns the newest committed position. If it is beyond `end`, also the id of this statement's transaction: what took a lower position
 * had an id before.
 */
export const NEWEST_EVENT = statement('events.newest-event', {
  parameters: { end: sql.bigint },
  row: { newest: sql.bigint, xid: sql.text.orNull },
  text: `
select newest, case when newest > $end::bigint then pg_current_xact_id()::text end as xid
from (select coalesce(max(position), 0) as newest from events offset 0) e
`,
});

export const IS_PASSED = statement('events.is-passed', {
  parameters: { xid: sql.xid8 },
  row: { is_passed: sql.boolean },
  text: `select pg_snapshot_xmin(pg_current_snapshot()) > $xid::xid8 as is_passed`,
});

/** Removes listeners that no process has run for `days`: they would hold back the removal of events for ever. */
export const FORGET = statement('events.forget', {
  parameters: { days: sql.float8 },
  row: rowOf(EventListenerEntity, 'name'),
  text: `
delete from event_listeners where seen_at < clock_timestamp() - make_interval(secs => $days::float8 * 86400)
  and (lease_until is null or lease_until <= clock_timestamp())
returning name
`,
});

/**
 * Removes events that every listener has passed.
 * - removed_events: the removed events.
 */
export const REMOVE_HANDLED = statement('events.remove-handled', {
  parameters: { limit: sql.bigint },
  row: { count: sql.integer },
  text: `
with removed_events as (
  delete from events where position = any (array(
    select position from events
    where position <= coalesce((select min(position) from event_listeners), 9223372036854775807)
    order by position limit $limit))
  returning 1
)
select count(*)::int as count from removed_events
`,
});

/** Returns 0 without an event that the listener has not handled. */
export const LAGS = statement('events.lags', {
  parameters: {},
  row: { ...rowOf(EventListenerEntity, 'name'), seconds: sql.float8 },
  text: `
select l.name, coalesce(extract(epoch from clock_timestamp() - (
  select e.created_at from events e where e.position > l.position and e.kind = any(l.kinds) order by e.position limit 1)), 0)::float8 as seconds
from event_listeners l
`,
});
