import { aged, newestBudget } from './admit.sql.js';

/**
 * Returns what an account's keys and its dashboard used of their budgets in the last 60 s, from the buckets that admission
 * counts. Takes no lock.
 * $1 account.
 */
export const FIND_BUDGET_USE = `
select w.subject, sum(n)::int as used
from (
    select 'key:' || id from api_keys where account_id = $1::uuid union all select 'dashboard:' || $1::uuid
  ) s (subject) cross join lateral ${newestBudget('s.subject')} g
  join budgets w on w.subject = s.subject and w.generation = g.seen
  cross join lateral ${aged('w')}
where n > 0 and at > floor(extract(epoch from clock_timestamp())) - 61
group by w.subject
`;
