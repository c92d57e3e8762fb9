/**
 * What a key, or an end user, has spent in the current period. `generation/` composes the CTEs into the statements that create and settle
 * predictions, so that a charge and its count commit together.
 *
 * - Every statement that writes a counter or sets a limit has locked the account (`locked_wallets`, LOCK_LIMITS): accounts first, in the
 *   order of their ids, then counters. No statement waits for a counter, and none deadlocks.
 * - `wallets.spend_limits` counts how often a limit of the account was set or removed. A statement reads it twice: in its snapshot and in
 *   the row that it has locked. If both differ, a limit was set while it waited, its snapshot lacks the counter, and it charges nothing for
 *   the account.
 * - A counter counts the charges of predictions that were created in its period. A statement charges only counters whose period contains
 *   its clock, which it reads after all locks and which becomes `created_at`. ROLL_COUNTERS begins another period.
 * - Counters are looked up by their newest epoch, so that a held snapshot slows neither a creation nor a settlement.
 */
import {
  countUpdate,
  newestEpoch,
  rowOf,
  type RowOfStatement,
  sql,
  statement,
} from '../../platform/database/index.js';
import { knownPrediction } from '../known-predictions.sql.js';
import { NOT_DUE } from '../ledger.sql.js';
import { SpendCounterEntity, type SpendPeriod } from './spend-counter.entity.js';

/** Keys that replace each other share the counter of the first. @param keyId qualified, if a column. */
const countedKeyOf = (keyId: string) =>
  `(select coalesce(shared.budget_id, shared.id) from api_keys shared where shared.id = ${keyId})`;

/** Returns a subquery. */
const keysCountedAs = (accountId: string, keyId: string) =>
  `select sharing.id from api_keys sharing
    where sharing.account_id = ${accountId} and coalesce(sharing.budget_id, sharing.id) = ${keyId}`;

/** Null without a key. */
const counterOfKey = (keyId: string) => `'key:' || ${countedKeyOf(keyId)}`;

/** Null without an end user. */
const counterOfEndUser = (accountId: string, externalUserId: string) =>
  `'end-user:' || ${accountId} || ':' || ${externalUserId}`;

const newestCounter = (subject: string) => newestEpoch('spend_counters', 'subject', subject);

/** Periods are of the calendar in UTC; a week begins on Monday. */
const startOf = (period: string, now: string) =>
  `case ${period} when 'total' then '-infinity'::timestamptz else date_trunc(${period}, ${now}, 'UTC') end`;

/** Adds to a timestamp without time zone: the session's time zone may have shorter days. */
const endOf = (period: string, now: string) =>
  `case ${period} when 'total' then 'infinity'::timestamptz
    else (date_trunc(${period}, ${now} at time zone 'UTC') + ('1 ' || ${period})::interval) at time zone 'UTC' end`;

/** The fields are SQL expressions; one of key and end user is null. */
interface Counted {
  accountId: string;
  keyId: string;
  externalUserId: string;
  from: string;
  to: string;
}

/**
 * What the predictions of a key, or an end user, created in [from, to) cost, without failed ones, which were or will be refunded.
 *
 * - Of a key: the sums by quarters of an hour, in which every period begins, and the entries that are not summed yet. The lateral
 *   join forces an index lookup per entry.
 * - Of an end user: the predictions, which are in one index when they are final and in another one before.
 */
const spentIn = ({
  accountId,
  keyId,
  externalUserId,
  from,
  to,
}: Counted) => `case when ${keyId} is not null then (
      select coalesce(sum(s.charged - s.refunded), 0) from spending_sums s
      where s.grouping = 'key' and s.account_id = ${accountId} and s.quarter >= ${from} and s.quarter < ${to}
        and s.value = any (array(select id::text from (${keysCountedAs(accountId, keyId)}) keys))
    ) + (
      select coalesce(sum(case e.kind when 'charge' then e.amount else -e.amount end), 0)
      from ledger_transfers e cross join lateral (${knownPrediction(['key_id', 'created_at'], 'e.prediction_id')}) d
      where e.account_id = ${accountId} and e.id > (select entries_to from summary_position) and e.kind in ('charge', 'refund')
        and d.key_id = any (array(select id from (${keysCountedAs(accountId, keyId)}) keys)) and d.created_at >= ${from} and d.created_at < ${to}
    ) else (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = ${accountId} and d.external_user_id = ${externalUserId} and d.status = 'completed'
        and d.created_at >= ${from} and d.created_at < ${to}
    ) + (
      select coalesce(sum(d.cost), 0) from predictions d
      where d.account_id = ${accountId} and d.external_user_id = ${externalUserId} and d.status = 'processing'
        and d.created_at >= ${from} and d.created_at < ${to}
    ) end::bigint`;

/**
 * The counters of the calls (`calls`: ord, account_id, key_id, external_user_id, cost) of accounts that have limits, after
 * `locked_wallets`.
 *
 * - counted_calls: each call with each counter that it may have.
 * - locked_counters: the counters, locked: that reads the version that the last statement has committed.
 * - clock: database time after all locks. It is `created_at` of the predictions.
 * - counters: with their room; a counter of another period has none.
 */
export const LOCK_COUNTERS = `counted_calls as materialized (
  select c.ord, c.cost, s.subject, s.kind
  from calls c join locked_wallets w on w.account_id = c.account_id cross join lateral (values
    ('key', ${counterOfKey('c.key_id')}), ('end_user', ${counterOfEndUser('c.account_id', 'c.external_user_id')})) s (kind, subject)
  where w.spend_limits > 0 and s.subject is not null
),
locked_counters as materialized (
  select k.* from (
    select distinct subject from counted_calls order by subject
  ) s cross join lateral ${newestCounter('s.subject')} n cross join lateral (
    select subject, n.seen, credits, spent, period_start, period_end from spend_counters k
    where k.subject = s.subject and k.epoch >= n.seen for update
  ) k
),
clock as materialized (
  select clock_timestamp() as now
  from (select count(*) from locked_wallets) w cross join (select count(*) from locked_counters) k
),
counters as materialized (
  select k.*, now >= period_start and now < period_end as is_current,
    case when now >= period_start and now < period_end then greatest(credits - spent, 0) else -1 end as room
  from locked_counters k cross join clock
)`;

/**
 * The calls that wallet and counters cover, of accounts that owe nothing: a call is accepted when the balance, and each of its counters, covers it and those
 * before it. Calls that none could cover alone are left out first, so that they take no room from the others.
 *
 * - coverable_calls: the calls that wallet and counters would cover if each were alone.
 * - exceeding_calls: those of them that a counter does not cover after those before it.
 */
export const AFFORDABLE_CALLS_WITHIN_LIMITS = `coverable_calls as materialized (
  select c.*, w.balance from calls c join locked_wallets w on w.account_id = c.account_id
  where c.cost <= w.balance and w.owed = 0 and not w.is_stale and ${NOT_DUE}
    and c.ord not in (select d.ord from counted_calls d join counters k on k.subject = d.subject where d.cost > k.room)
),
exceeding_calls as materialized (
  select ord from (
    select d.ord, k.room, sum(d.cost) over (partition by d.subject order by d.ord) as running
    from coverable_calls c join counted_calls d on d.ord = c.ord join counters k on k.subject = d.subject) d
  where running > room
),
affordable_calls as materialized (
  select * from (
    select c.*, sum(c.cost) over (partition by c.account_id order by c.ord) as running from coverable_calls c) c
  where running <= balance and ord not in (select ord from exceeding_calls)
)`;

/**
 * Counts the accepted calls (`accepted_calls`: ord).
 *
 * - counter_totals: their cost per counter.
 * - charged_counters: the counters, charged.
 */
export const CHARGE_COUNTERS = `counter_totals as materialized (
  select d.subject, sum(d.cost) as cost from accepted_calls a join counted_calls d on d.ord = a.ord group by d.subject
),
charged_counters as (
  update spend_counters k set ${countUpdate('k')}, spent = c.spent + t.cost
  from counter_totals t join counters c on c.subject = t.subject
  where k.subject = c.subject and k.epoch >= c.seen and k.epoch >= (select min(seen) from locked_counters)
)`;

/** The counters of call `ord` after the batch, the key's first; null without one. */
export const countersOf = (ord: string) => `(
    select jsonb_agg(jsonb_build_object('kind', d.kind, 'subject', d.subject, 'credits', k.credits::text,
      'spent', (k.spent + coalesce(t.cost, 0))::text, 'periodEnd', nullif(k.period_end, 'infinity'), 'isCurrent', k.is_current) order by d.kind desc)
    from counted_calls d join counters k on k.subject = d.subject left join counter_totals t on t.subject = d.subject
    where d.ord = ${ord})`;

/**
 * Gives the refunds of `movements` (refund, account_id, key_id, external_user_id, created_at, spend_limits) back to the counters,
 * for accounts that have limits. The statement must read the rows, or they are not computed.
 */
export const RETURN_SPENDING = `returned_spending as materialized (
  select return_spending(array_remove(array[${counterOfKey('key_id')}, ${counterOfEndUser('account_id', 'external_user_id')}], null),
    created_at, refund)
  from movements where refund > 0 and spend_limits > 0
)`;

/** Counts a change of the limits: statements that wait for the account see that their snapshot is older than the change. */
export const LOCK_LIMITS = statement('credits.lock-limits', {
  parameters: { account: sql.uuid },
  text: 'update wallets set spend_limits = spend_limits + 1 where account_id = $account returning account_id',
});

const SUBJECT = `coalesce(${counterOfKey('$key::uuid')}, ${counterOfEndUser('$account::uuid', '$externalUserId::text')})`;

/**
 * Sets the limit of a key or an end user, in the transaction of LOCK_LIMITS. What was spent in the period is kept where the counter has
 * counted it, and computed otherwise. `old_period` null: there was no limit.
 *
 * - periods: the current period.
 * - old_counters: the counter before; none when there was no limit.
 * - spending: what was spent in the current period.
 * - updated_counters: the counter after it, if there was one.
 * - inserted_counters: the counter, if there was none.
 */
export const SET_LIMIT = statement('credits.set-limit', {
  parameters: {
    account: sql.uuid,
    key: sql.uuid.orNull,
    externalUserId: sql.text.orNull,
    credits: sql.bigint,
    period: sql.text,
  },
  row: {
    ...{ spent: sql.bigint, period_end: sql.timestamptz.orNull },
    ...{ old_credits: sql.bigint.orNull, old_period: sql.text.orNull.as<SpendPeriod | null>() },
  },
  text: `
with periods as materialized (
  select ${startOf('$period::text', 'now')} as period_start, ${endOf('$period::text', 'now')} as period_end
  from (select clock_timestamp() as now) clock
),
old_counters as materialized (
  select subject, credits, period, period_start, spent from spend_counters where subject = ${SUBJECT}
),
spending as materialized (
  select p.period_start, p.period_end, o.credits as old_credits, o.period as old_period,
    case when o.period = $period::text and o.period_start = p.period_start then o.spent else ${spentIn({
      accountId: '$account::uuid',
      keyId: countedKeyOf('$key::uuid'),
      externalUserId: '$externalUserId::text',
      from: 'p.period_start',
      to: 'p.period_end',
    })} end as spent
  from periods p left join old_counters o on true
),
updated_counters as (
  update spend_counters k set ${countUpdate('k')}, credits = $credits::bigint, period = $period::text,
    period_start = s.period_start, period_end = s.period_end, spent = s.spent
  from spending s where k.subject = ${SUBJECT}
),
inserted_counters as (
  insert into spend_counters (subject, account_id, key_id, external_user_id, credits, period, period_start, period_end, spent)
  select ${SUBJECT}, $account::uuid, ${countedKeyOf('$key::uuid')}, $externalUserId::text, $credits::bigint, $period::text,
    period_start, period_end, spent
  from spending where not exists (select from old_counters)
)
select spent, nullif(period_end, 'infinity') as period_end, old_credits, old_period from spending
`,
});

/** Runs in the transaction of LOCK_LIMITS. No row: there was no limit. */
export const REMOVE_LIMIT = statement('credits.remove-limit', {
  parameters: { account: sql.uuid, key: sql.uuid.orNull, externalUserId: sql.text.orNull },
  row: { spent: sql.bigint, old_credits: sql.bigint, old_period: sql.text.as<SpendPeriod>() },
  text: `
delete from spend_counters where subject = ${SUBJECT} returning spent, credits as old_credits, period as old_period
`,
});

/** Locks in the order of ids, for ROLL_COUNTERS. */
export const LOCK_COUNTED_ACCOUNTS = statement('credits.lock-counted-accounts', {
  parameters: { subjects: sql.text.array },
  text: `
select w.account_id from (
  select distinct account_id from spend_counters where subject = any ($subjects::text[]) order by account_id
) c cross join lateral ${newestEpoch('wallets', 'account_id', 'c.account_id')} n cross join lateral (
  select account_id from wallets x where x.account_id = c.account_id and x.epoch >= n.seen for update
) w
`,
});

/** The clock is outside of the period of these counters: it is over, or the clock had been ahead. Runs after LOCK_COUNTED_ACCOUNTS. */
export const ROLL_COUNTERS = statement('credits.roll-counters', {
  parameters: { subjects: sql.text.array },
  text: `
update spend_counters k set ${countUpdate('k')}, period_start = p.period_start, period_end = p.period_end, spent = p.spent
from (
  select c.subject, p.period_start, p.period_end, ${spentIn({
    accountId: 'c.account_id',
    keyId: 'c.key_id',
    externalUserId: 'c.external_user_id',
    from: 'p.period_start',
    to: 'p.period_end',
  })} as spent
  from spend_counters c cross join (select clock_timestamp() as now) clock cross join lateral (
    select ${startOf('c.period', 'now')} as period_start, ${endOf('c.period', 'now')} as period_end) p
  where c.subject = any ($subjects::text[]) and not (now >= c.period_start and now < c.period_end)
) p
where k.subject = p.subject
`,
});

/** Takes no lock. `key_id` null: the end user. Nothing is spent in a new period: its first charge begins it. `period_end` null: no end. */
export const READ_COUNTERS = statement('credits.read-counters', {
  parameters: { account: sql.uuid, keys: sql.uuid.array, externalUserId: sql.text.orNull },
  row: {
    key_id: sql.uuid.orNull,
    ...rowOf(SpendCounterEntity, 'credits', 'period', 'spent'),
    period_end: sql.timestamptz.orNull,
  },
  isPrepared: true,
  text: `
select s.key_id, k.credits, k.period, case when k.is_current then k.spent else 0 end as spent,
  nullif(case when k.is_current then k.period_end else ${endOf('k.period', 'now')} end, 'infinity') as period_end
from (
  select keys.id as key_id, ${counterOfKey('keys.id')} as subject from unnest($keys::uuid[]) as keys (id)
  union all select null, ${counterOfEndUser('$account::uuid', '$externalUserId::text')}
) s cross join lateral ${newestCounter('s.subject')} n cross join lateral (
  select k.*, now, now >= k.period_start and now < k.period_end as is_current
  from spend_counters k cross join (select clock_timestamp() as now) clock
  where k.subject = s.subject and k.epoch >= n.seen
) k
`,
});

export type CounterRow = RowOfStatement<typeof READ_COUNTERS>;

/** Failed predictions cost nothing. */
export const SPENT_BY_END_USER = statement('credits.spent-by-end-user', {
  parameters: { account: sql.uuid, externalUserId: sql.text },
  row: { spent: sql.bigint },
  text: `
select ${spentIn({
    accountId: '$account::uuid',
    keyId: 'null::uuid',
    externalUserId: '$externalUserId::text',
    from: `'-infinity'::timestamptz`,
    to: `'infinity'::timestamptz`,
  })} as spent
`,
});

/** Must run in the snapshot that has read the counter. */
export const expectedSpending = (counter: string) =>
  spentIn({
    accountId: `${counter}.account_id`,
    keyId: `${counter}.key_id`,
    externalUserId: `${counter}.external_user_id`,
    from: `${counter}.period_start`,
    to: `${counter}.period_end`,
  });
