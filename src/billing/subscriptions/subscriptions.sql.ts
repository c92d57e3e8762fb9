/**
 * The statements about subscriptions. Those of an event run in one transaction that has locked the order and then the account, so what
 * is decided about the subscriptions of an account is decided one after another.
 */
import { SUSPENSION_OF } from '../../accounts/index.js';
import { columns, type RowOf } from '../../platform/database/index.js';
import type { CheckoutEntity } from '../checkout.entity.js';
import type { SubscriptionEntity } from './subscription.entity.js';

const SUBSCRIPTION_COLUMNS = ['id', 'subscription_id', 'account_id', 'began_at', 'ends_at'] as const;
const SUBSCRIPTION = columns<SubscriptionEntity>(...SUBSCRIPTION_COLUMNS);

/** A row of FIND_SUBSCRIPTION. */
export interface SubscriptionRow extends RowOf<SubscriptionEntity, (typeof SUBSCRIPTION_COLUMNS)[number]> {
  /** It pays for the plan of its account. */
  is_running: boolean;
}

/**
 * HAS_LAPSED: a condition: no month is paid any more since the newest change, whose end is its own instant; a month that was paid after the
 * change resumes it. Only events change it, and not the clock: each end is a step that the account's plan follows. A cancellation that
 * comes to its end is reported, or overdue.
 */
const HAS_LAPSED = `(s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))`;

/** IS_RUNNING: a condition: a subscription `s` pays for the plan of its account. */
export const IS_RUNNING = `(s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not ${HAS_LAPSED})`;

/** IS_KEPT: a condition: a subscription `s` has begun, and is not being ended. The index `subscriptions_paid_until` has these. */
const IS_KEPT = '(s.ended_at is null and s.began_at is not null and s.end_requested_at is null)';

/** FIND_ACCOUNT: account $1, whose wallet is locked, unless it is deleted. */
export const FIND_ACCOUNT = `
select plan from accounts where id = $1 and not exists (select from account_deletions where account_id = $1)
`;

/** ADD_SUBSCRIPTION: stores the subscription $2 of the order $1 of account $3, unless the order has one. */
export const ADD_SUBSCRIPTION = `
insert into subscriptions (id, subscription_id, account_id) values ($1, $2, $3) on conflict (id) do nothing
`;

/** FIND_SUBSCRIPTION: the subscription of the order $1, locked. */
export const FIND_SUBSCRIPTION = `
select ${SUBSCRIPTION}, ${IS_RUNNING} as is_running from subscriptions s where id = $1 for update
`;

/** RECORD_EVENT: records an event: $1 provider, $2 kind, $3 subject, $4 order, $5 instant. No row: it was recorded before. */
export const RECORD_EVENT = `
insert into subscription_events (provider, kind, subject_id, checkout_id, happened_at)
values ($1, $2, $3, $4, $5) on conflict (provider, kind, subject_id) do nothing
returning kind
`;

/** SET_MONTH_PAID: a month of the subscription $1 was paid at $2, until $3. */
export const SET_MONTH_PAID = `
update subscriptions set began_at = coalesce(began_at, clock_timestamp()), paid_at = greatest(paid_at, $2::timestamptz),
  paid_until = greatest(paid_until, $3::timestamptz)
where id = $1
`;

/** SET_FAILED: a payment of the subscription $1 failed at $2. */
export const SET_FAILED = `update subscriptions set failed_at = greatest(failed_at, $2::timestamptz) where id = $1`;

/** SET_CHANGED: it was decided at $2 that the subscription $1 ends at $3 (null: goes on), unless something newer is known. */
export const SET_CHANGED = `
update subscriptions set ends_at = $3::timestamptz, changed_at = $2::timestamptz
where id = $1 and (changed_at is null or changed_at <= $2::timestamptz)
returning id
`;

/** SET_ENDED: the subscription $1 has ended at $2. */
export const SET_ENDED =
  'update subscriptions set ended_at = coalesce(ended_at, $2::timestamptz) where id = $1';

/** FIND_LATER: a row if account $1 has a subscription that runs and was ordered after $2. */
export const FIND_LATER = `select id from subscriptions s where account_id = $1 and id > $2 and ${IS_RUNNING} limit 1`;

/** REQUEST_ENDS: has a worker end the subscriptions of account $1 that were ordered before $2, or all ($2 null), also those paid again. */
export const REQUEST_ENDS = `
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = false
where account_id = $1 and ($2::uuid is null or id < $2) and ended_at is null and (end_requested_at is null or end_unless_paid)
  and (began_at is not null or $2::uuid is null)
returning id
`;

/** REQUEST_END: has a worker end the subscription $1. `$2`: unless a month is paid until then. */
export const REQUEST_END = `
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = $2
where id = $1 and ended_at is null and end_requested_at is null
returning id
`;

/** WITHDRAW_END: the subscription $1, which was to end because no month was paid, goes on. It is claimed as overdue in $2 seconds. */
export const WITHDRAW_END = `
update subscriptions set end_requested_at = null, end_unless_paid = false, end_due_at = clock_timestamp() + make_interval(secs => $2)
where id = $1 and ended_at is null and end_requested_at is not null and end_unless_paid
returning id
`;

/** A row of CLAIM_END. */
export type ClaimedEndRow = RowOf<SubscriptionEntity, 'id' | 'subscription_id' | 'end_unless_paid'>;

/**
 * CLAIM_END: claims the end that is due for the longest time at the provider $1, for $2 seconds. Skips what another worker is claiming;
 * after the time it is tried again.
 */
export const CLAIM_END = `
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $2)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where s.ended_at is null and s.end_requested_at is not null and s.end_due_at <= (select clock_timestamp()) and c.provider = $1
  order by s.end_due_at limit 1 for update of s skip locked)
returning s.id, s.subscription_id, s.end_unless_paid
`;

/** A row of CLAIM_OVERDUE. */
export interface OverdueRow extends RowOf<SubscriptionEntity, 'id' | 'subscription_id'> {
  /** A later month of it was paid otherwise than ordered: its event has arrived, and was rejected. */
  is_rejected: boolean;
}

/** IS_OVERDUE: a condition: no month of a subscription `s` that has begun was paid for $1 days. */
const IS_OVERDUE = `(${IS_KEPT} and s.paid_until < (select clock_timestamp()) - make_interval(days => $1))`;

/** CLAIM_OVERDUE: claims the subscription at the provider $2 that is overdue for the longest time, for $3 seconds. Skips claimed ones. */
export const CLAIM_OVERDUE = `
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $3)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where ${IS_OVERDUE} and (s.end_due_at is null or s.end_due_at <= (select clock_timestamp())) and c.provider = $2
  order by s.paid_until limit 1 for update of s skip locked)
returning s.id, s.subscription_id, exists (select from payments p where p.account_id = s.account_id and p.checkout_id = s.id
  and p.subscription_id = s.subscription_id and p.rejection is not null and p.period_ends_at > s.paid_until) as is_rejected
`;

/** FIND_OVERDUE: a row if the subscription $2 is overdue. */
export const FIND_OVERDUE = `select id from subscriptions s where id = $2 and ${IS_OVERDUE}`;

/** POSTPONE: the subscription $1 is claimed again in $2 seconds. */
export const POSTPONE =
  'update subscriptions set end_due_at = clock_timestamp() + make_interval(secs => $2) where id = $1 and end_requested_at is null';

/** A row of RUNNING. */
export interface RunningRow
  extends
    RowOf<SubscriptionEntity, 'id' | 'ends_at'>,
    RowOf<CheckoutEntity, 'title' | 'amount' | 'currency' | 'credits'> {
  plan: string;
  is_past_due: boolean;
  is_ending: boolean;
  paid_until: Date;
}

/** Whether the newest payment of subscription `s` has failed. */
const IS_PAST_DUE = `coalesce(s.failed_at > s.paid_at, false)`;

/** RUNNING: the running subscriptions of account $1, the newest first, at most 10. A plan that was replaced may still be ending. */
export const RUNNING = `
select s.id, c.pack as plan, c.title, c.amount, c.currency, c.credits, ${IS_PAST_DUE} as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at
from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $1 and s.ended_at is null and s.began_at is not null and not ${HAS_LAPSED}
order by s.end_requested_at is not null, s.id desc limit 10
`;

/** A row of UNSETTLED. */
export interface UnsettledRow extends RunningRow {
  account_id: string;
  overdue_days: number;
  is_suspended: boolean;
  is_lapsed: boolean;
}

/** UNSETTLED_OVERDUE: the subscriptions of which no month was paid for a day. */
const UNSETTLED_OVERDUE = `
select s.id from subscriptions s where ${IS_KEPT} and s.paid_until < (select clock_timestamp()) - interval '1 day'`;

/** UNSETTLED_SUSPENDED: the subscriptions of suspended accounts for which months are collected. Each is an index lookup of its account. */
const UNSETTLED_SUSPENDED = `
select l.id from suspended_accounts a cross join lateral (
  select s.id from subscriptions s where s.account_id = a.account_id and ${IS_RUNNING} offset 0) l`;

/**
 * UNSETTLED: the subscriptions that are overdue (`$2` is overdue), those of suspended accounts (suspended), or both (null), before the id $1
 * unless it is null, newest first, $3 at most.
 *
 * - unsettled_ids: their ids. Overdue ones are few: the worker ends those beyond the grace.
 */
export const UNSETTLED = `
with unsettled_ids as materialized (
  select id from (${UNSETTLED_OVERDUE}) o where $2::text is distinct from 'suspended'
  union
  select id from (${UNSETTLED_SUSPENDED}) p where $2::text is distinct from 'overdue'
)
select s.id, s.account_id, c.pack as plan, c.title, c.amount, c.currency, c.credits, ${IS_PAST_DUE} as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at, ${HAS_LAPSED} as is_lapsed,
  greatest(0, floor(extract(epoch from clock_timestamp() - s.paid_until) / 86400))::int as overdue_days,
  exists ${SUSPENSION_OF('s.account_id')} as is_suspended
from unsettled_ids u join subscriptions s on s.id = u.id join checkouts c on c.id = s.id
where $1::uuid is null or s.id < $1::uuid
order by s.id desc limit $3
`;
