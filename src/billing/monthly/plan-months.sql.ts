/** The statements about what the calendar months of plans give. Months are those of UTC, by the clock of the database. */
import { IS_RUNNING } from '../subscriptions/subscriptions.sql.js';

/** Plans that are listed. */
const MOST_PLANS = 1_000;

/**
 * FIND_PLANS: the plans that accounts have, also those that the catalogue has no longer. One index lookup per plan.
 * - found_plans: the plans, each found as the next one after the plan before it.
 */
export const FIND_PLANS = `
with recursive found_plans as (
  (select plan from plan_months order by plan limit 1)
  union all
  select (select m.plan from plan_months m where m.plan > f.plan order by m.plan limit 1) from found_plans f where f.plan is not null
)
select plan from found_plans where plan is not null limit ${MOST_PLANS}
`;

/** FIND_DUE: at most $2 accounts of the plans $1 that are due. */
export const FIND_DUE = `
select account_id from plan_months where plan = any ($1::text[]) and due_at <= (select clock_timestamp()) limit $2
`;

/** A row of READ_DUE. */
export interface DueRow {
  plan: string;
  is_deleted: boolean;
  /** A subscription to this plan runs. */
  is_subscribed: boolean;
  /** Suspended, or its owner has not verified the email that the sign-up credits wait for. */
  is_waiting: boolean;
  /** First day of the month, `2026-03-01`. */
  month: string;
  next_month: Date;
  /** In this month, in thousandths. */
  granted: string;
}

/**
 * READ_DUE: account $1 if it is still due. Runs after LOCK_WALLET, which comes before a lock of the month as in a change of the plan: a
 * statement that waits for the lock itself would see the subscriptions from before its wait.
 */
export const READ_DUE = `
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
) t where a.id = $1
`;

/** SET_MONTH: in the month $2 the plan has given $3 thousandths to account $1, which is due again at $4. */
export const SET_MONTH = `
update plan_months set month = $2::date, granted = $3, due_at = $4::timestamptz where account_id = $1
`;

/** SET_DUE: account $1 is due again in $2 seconds, or never ($2 null). */
export const SET_DUE = `
update plan_months set due_at = coalesce(clock_timestamp() + make_interval(secs => $2), 'infinity') where account_id = $1
`;
