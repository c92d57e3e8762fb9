/** Decisions about an account are serial: an event runs in one transaction that has locked the order and then the account. */
import { SUSPENSION_OF } from '../../accounts/index.js';
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { CheckoutEntity } from '../checkout.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

const SUBSCRIPTION_ROW = rowOf(
  SubscriptionEntity,
  ...(['id', 'subscription_id', 'account_id', 'began_at', 'ends_at'] as const),
);

/**
 * No month is paid any more since the newest change, whose end is its own instant; a month that was paid after the change resumes it. Only
 * events change this condition, and not the clock: each end is a step that the account's plan follows. A cancellation that comes to its end
 * is reported, or overdue.
 */
const HAS_LAPSED = `(s.ends_at is not null and s.ends_at <= s.changed_at and (s.paid_at is null or s.paid_at <= s.changed_at))`;

/** A subscription `s` pays for the plan of its account. */
export const IS_RUNNING = `(s.ended_at is null and s.began_at is not null and s.end_requested_at is null and not ${HAS_LAPSED})`;

/** A subscription `s` has begun, and is not being ended. The index `subscriptions_paid_until` has these. */
const IS_KEPT = '(s.ended_at is null and s.began_at is not null and s.end_requested_at is null)';

/** Needs the lock of the wallet. No row: the account is deleted. */
export const FIND_ACCOUNT = statement('billing.find-account', {
  parameters: { account: sql.uuid },
  row: { plan: sql.text },
  text: `
select plan from accounts where id = $account and not exists (select from account_deletions where account_id = $account)
`,
});

export const ADD_SUBSCRIPTION = statement('billing.add-subscription', {
  parameters: { order: sql.uuid, subscription: sql.text, account: sql.uuid },
  text: `
insert into subscriptions (id, subscription_id, account_id) values ($order, $subscription, $account) on conflict (id) do nothing
`,
});

/** Locks the subscription. `is_running`: it pays for the plan of its account. */
export const FIND_SUBSCRIPTION = statement('billing.find-subscription', {
  parameters: { id: sql.uuid },
  row: { ...SUBSCRIPTION_ROW, is_running: sql.boolean },
  text: `
select ${Object.keys(SUBSCRIPTION_ROW).join(', ')}, ${IS_RUNNING} as is_running from subscriptions s where id = $id for update
`,
});

export type SubscriptionRow = RowOfStatement<typeof FIND_SUBSCRIPTION>;

/** No row: the event was recorded before. */
export const RECORD_EVENT = statement('billing.record-subscription-event', {
  parameters: {
    ...{ provider: sql.text, kind: sql.text, subject: sql.text },
    ...{ order: sql.uuid, at: sql.timestamptz },
  },
  text: `
insert into subscription_events (provider, kind, subject_id, checkout_id, happened_at)
values ($provider, $kind, $subject, $order, $at) on conflict (provider, kind, subject_id) do nothing
returning kind
`,
});

export const SET_MONTH_PAID = statement('billing.set-month-paid', {
  parameters: { id: sql.uuid, at: sql.timestamptz, until: sql.timestamptz },
  text: `
update subscriptions set began_at = coalesce(began_at, clock_timestamp()), paid_at = greatest(paid_at, $at::timestamptz),
  paid_until = greatest(paid_until, $until::timestamptz)
where id = $id
`,
});

export const SET_FAILED = statement('billing.set-payment-failed', {
  parameters: { id: sql.uuid, at: sql.timestamptz },
  text: 'update subscriptions set failed_at = greatest(failed_at, $at::timestamptz) where id = $id',
});

/** `endsAt` null: the subscription goes on. No row: something newer is known. */
export const SET_CHANGED = statement('billing.set-subscription-changed', {
  parameters: { id: sql.uuid, at: sql.timestamptz, endsAt: sql.timestamptz.orNull },
  text: `
update subscriptions set ends_at = $endsAt::timestamptz, changed_at = $at::timestamptz
where id = $id and (changed_at is null or changed_at <= $at::timestamptz)
returning id
`,
});

export const SET_ENDED = statement('billing.set-subscription-ended', {
  parameters: { id: sql.uuid, at: sql.timestamptz },
  text: 'update subscriptions set ended_at = coalesce(ended_at, $at::timestamptz) where id = $id',
});

export const FIND_LATER = statement('billing.find-later-subscription', {
  parameters: { account: sql.uuid, id: sql.uuid },
  text: `select id from subscriptions s where account_id = $account and id > $id and ${IS_RUNNING} limit 1`,
});

/** Ends the subscriptions that were ordered before one, or all (null), also those paid again. A worker does it. */
export const REQUEST_ENDS = statement('billing.request-ends', {
  parameters: { account: sql.uuid, before: sql.uuid.orNull },
  row: { id: sql.uuid },
  text: `
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = false
where account_id = $account and ($before::uuid is null or id < $before) and ended_at is null and (end_requested_at is null or end_unless_paid)
  and (began_at is not null or $before::uuid is null)
returning id
`,
});

/** A worker ends it. `$unlessPaid`: unless a month is paid until then. */
export const REQUEST_END = statement('billing.request-end', {
  parameters: { id: sql.uuid, unlessPaid: sql.boolean },
  row: { id: sql.uuid },
  text: `
update subscriptions set end_requested_at = clock_timestamp(), end_due_at = clock_timestamp(), end_unless_paid = $unlessPaid
where id = $id and ended_at is null and end_requested_at is null
returning id
`,
});

/** The subscription goes on, and is claimed as overdue after some seconds. */
export const WITHDRAW_END = statement('billing.withdraw-end', {
  parameters: { id: sql.uuid, seconds: sql.float8 },
  text: `
update subscriptions set end_requested_at = null, end_unless_paid = false, end_due_at = clock_timestamp() + make_interval(secs => $seconds)
where id = $id and ended_at is null and end_requested_at is not null and end_unless_paid
returning id
`,
});

/** Claims the end that is due for the longest time. Skips those that another worker is claiming; after the seconds it is tried again. */
export const CLAIM_END = statement('billing.claim-end', {
  parameters: { provider: sql.text, seconds: sql.float8 },
  row: rowOf(SubscriptionEntity, 'id', 'subscription_id', 'end_unless_paid'),
  text: `
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $seconds)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where s.ended_at is null and s.end_requested_at is not null and s.end_due_at <= (select clock_timestamp()) and c.provider = $provider
  order by s.end_due_at limit 1 for update of s skip locked)
returning s.id, s.subscription_id, s.end_unless_paid
`,
});

export type ClaimedEndRow = RowOfStatement<typeof CLAIM_END>;

/** No month of a subscription `s` that has begun was paid for `$days`. */
const IS_OVERDUE = `(${IS_KEPT} and s.paid_until < (select clock_timestamp()) - make_interval(days => $days))`;

/**
 * Claims the subscription that is overdue for the longest time, for some seconds. Skips claimed ones. `is_rejected`: a later month of it
 * was paid otherwise than ordered: its event has arrived, and was rejected.
 */
export const CLAIM_OVERDUE = statement('billing.claim-overdue', {
  parameters: { days: sql.integer, provider: sql.text, seconds: sql.float8 },
  row: { ...rowOf(SubscriptionEntity, 'id', 'subscription_id'), is_rejected: sql.boolean },
  text: `
update subscriptions s set end_due_at = clock_timestamp() + make_interval(secs => $seconds)
where s.id = (
  select s.id from subscriptions s join checkouts c on c.id = s.id
  where ${IS_OVERDUE} and (s.end_due_at is null or s.end_due_at <= (select clock_timestamp())) and c.provider = $provider
  order by s.paid_until limit 1 for update of s skip locked)
returning s.id, s.subscription_id, exists (select from payments p where p.account_id = s.account_id and p.checkout_id = s.id
  and p.subscription_id = s.subscription_id and p.rejection is not null and p.period_ends_at > s.paid_until) as is_rejected
`,
});

export type OverdueRow = RowOfStatement<typeof CLAIM_OVERDUE>;

export const FIND_OVERDUE = statement('billing.find-overdue', {
  parameters: { days: sql.integer, id: sql.uuid },
  text: `select id from subscriptions s where id = $id and ${IS_OVERDUE}`,
});

export const POSTPONE = statement('billing.postpone-overdue', {
  parameters: { id: sql.uuid, seconds: sql.float8 },
  text: `
update subscriptions set end_due_at = clock_timestamp() + make_interval(secs => $seconds) where id = $id and end_requested_at is null
`,
});

/** `paid_until` is set with the first month: each that has begun has it. */
const RUNNING_ROW = {
  ...rowOf(SubscriptionEntity, 'id', 'ends_at'),
  ...rowOf(CheckoutEntity, 'title', 'amount', 'currency', 'credits'),
  ...{
    plan: sql.text,
    is_past_due: sql.boolean,
    is_ending: sql.boolean,
    paid_until: sql.timestamptz.notNull,
  },
};

const IS_PAST_DUE = `coalesce(s.failed_at > s.paid_at, false)`;

/** The newest first, at most 10: a plan that was replaced may still be ending. */
export const RUNNING = statement('billing.running-subscriptions', {
  parameters: { account: sql.uuid },
  row: RUNNING_ROW,
  text: `
select s.id, c.pack as plan, c.title, c.amount, c.currency, c.credits, ${IS_PAST_DUE} as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at
from subscriptions s join checkouts c on c.id = s.id
where s.account_id = $account and s.ended_at is null and s.began_at is not null and not ${HAS_LAPSED}
order by s.end_requested_at is not null, s.id desc limit 10
`,
});

export type RunningRow = RowOfStatement<typeof RUNNING>;

const UNSETTLED_OVERDUE = `
select s.id from subscriptions s where ${IS_KEPT} and s.paid_until < (select clock_timestamp()) - interval '1 day'`;

/** Months are collected for them. Each is an index lookup of its account. */
const UNSETTLED_SUSPENDED = `
select l.id from suspended_accounts a cross join lateral (
  select s.id from subscriptions s where s.account_id = a.account_id and ${IS_RUNNING} offset 0) l`;

/**
 * Returns the overdue subscriptions (`$attention` overdue), those of suspended accounts (suspended), or both (null), newest first.
 *
 * - unsettled_ids: their ids. Overdue ones are few: the worker ends those beyond the grace.
 */
export const UNSETTLED = statement('billing.unsettled-subscriptions', {
  parameters: { before: sql.uuid.orNull, attention: sql.text.orNull, limit: sql.bigint },
  row: {
    ...RUNNING_ROW,
    ...rowOf(SubscriptionEntity, 'account_id'),
    ...{ overdue_days: sql.integer, is_suspended: sql.boolean, is_lapsed: sql.boolean },
  },
  text: `
with unsettled_ids as materialized (
  select id from (${UNSETTLED_OVERDUE}) o where $attention::text is distinct from 'suspended'
  union
  select id from (${UNSETTLED_SUSPENDED}) p where $attention::text is distinct from 'overdue'
)
select s.id, s.account_id, c.pack as plan, c.title, c.amount, c.currency, c.credits, ${IS_PAST_DUE} as is_past_due,
  s.end_requested_at is not null as is_ending, s.paid_until, s.ends_at, ${HAS_LAPSED} as is_lapsed,
  greatest(0, floor(extract(epoch from clock_timestamp() - s.paid_until) / 86400))::int as overdue_days,
  exists ${SUSPENSION_OF('s.account_id')} as is_suspended
from unsettled_ids u join subscriptions s on s.id = u.id join checkouts c on c.id = s.id
where $before::uuid is null or s.id < $before::uuid
order by s.id desc limit $limit
`,
});

export type UnsettledRow = RowOfStatement<typeof UNSETTLED>;
