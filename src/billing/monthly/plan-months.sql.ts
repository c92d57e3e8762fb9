/** Months are those of UTC, by the clock of the database. */
import { type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { IS_RUNNING } from '../subscriptions/subscriptions.sql.js';

const MOST_PLANS = 1_000;

/**
 * Includes plans that the catalogue has no longer. One index lookup per plan.
 * - found_plans: the plans, each found as the next one after the plan before it.
 */
export const FIND_PLANS = statement('billing.find-plans-in-use', {
  parameters: {},
  row: { plan: sql.text },
  text: `
with recursive found_plans as (
  (select plan from plan_months order by plan limit 1)
  union all
  select (select m.plan from plan_months m where m.plan > f.plan order by m.plan limit 1) from found_plans f where f.plan is not null
)
select plan from found_plans where plan is not null limit ${MOST_PLANS}
`,
});

export const FIND_DUE = statement('billing.find-due-accounts', {
  parameters: { plans: sql.text.array, limit: sql.bigint },
  row: { account_id: sql.uuid },
  text: `
select account_id from plan_months where plan = any ($plans::text[]) and due_at <= (select clock_timestamp()) limit $limit
`,
});

/**
 * Runs after LOCK_WALLET, which comes before a lock of the month as in a change of the plan: a statement that waits for the lock itself
 * would see the subscriptions from before its wait. No row: the account is not due any more.
 *
 * `is_subscribed`: a subscription to this plan runs. `is_waiting`: suspended, or its owner has not verified the email that the sign-up
 * credits wait for. `month`: its first day, `2026-03-01`. `granted`: in this month, in thousandths.
 */
export const READ_DUE = statement('billing.read-due-month', {
  parameters: { account: sql.uuid },
  row: {
    ...{ plan: sql.text, month: sql.text, next_month: sql.timestamptz, granted: sql.bigint },
    ...{ is_deleted: sql.boolean, is_subscribed: sql.boolean, is_waiting: sql.boolean },
  },
  text: `
select a.plan, t.month::text, t.next_month,
  exists (select from account_deletions d where d.account_id = a.id) as is_deleted,
  exists (select from subscriptions s join checkouts c on c.id = s.id
    where s.account_id = a.id and ${IS_RUNNING} and c.pack = a.plan) as is_subscribed,
  exists (select from suspended_accounts p where p.account_id = a.id)
    or exists (select from memberships b join users u on u.id = b.user_id
      where b.account_id = a.id and u.signup_credits > 0 and u.email_verified_at is null) as is_waiting,
  case when m.month = t.month then m.granted else 0 end as granted
from accounts a join plan_months m on m.account_id = a.id and m.due_at <= clock_timestamp()
cross join (
  select date_trunc('month', statement_timestamp() at time zone 'UTC')::date as month,
    (date_trunc('month', statement_timestamp() at time zone 'UTC') + interval '1 month') at time zone 'UTC' as next_month
) t where a.id = $account
`,
});

export type DueRow = RowOfStatement<typeof READ_DUE>;

/** `granted` is in thousandths of a credit. */
export const SET_MONTH = statement('billing.set-month', {
  parameters: { account: sql.uuid, month: sql.date, granted: sql.bigint, dueAt: sql.timestamptz },
  text: `
update plan_months set month = $month::date, granted = $granted, due_at = $dueAt::timestamptz where account_id = $account
`,
});

/** Null: never. */
export const SET_DUE = statement('billing.set-month-due', {
  parameters: { account: sql.uuid, seconds: sql.float8.orNull },
  text: `
update plan_months set due_at = coalesce(clock_timestamp() + make_interval(secs => $seconds), 'infinity') where account_id = $account
`,
});
