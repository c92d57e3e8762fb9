import { countUpdate, sql, statement } from '../platform/database/index.js';
import { newestBudget } from './admit.sql.js';

/**
 * The rows count uses without a replaced store too. Returns the subjects with a row. `ages` are the milliseconds since the last request of
 * each.
 *
 * - uses: the uses, in the order in which the admission statement locks rows, so that no two statements deadlock.
 * - locked_budgets: their rows, locked.
 */
export const ADD_USES = statement('admission.add-uses', {
  parameters: { subjects: sql.text.array, requests: sql.bigint.array, ages: sql.float8.array },
  row: { subject: sql.text },
  text: `
with uses as materialized (
  select * from unnest($subjects::text[], $requests::bigint[], $ages::float8[]) u (subject, requests, age) order by subject
),
locked_budgets as materialized (
  select w.subject, w.seen, u.requests, clock_timestamp() - make_interval(secs => u.age / 1000) as last_used_at
  from uses u cross join lateral ${newestBudget('u.subject')} n cross join lateral (
    select subject, n.seen from budgets b where b.subject = u.subject and b.epoch >= n.seen for update
  ) w
)
update budgets w set
  ${countUpdate('w')},
  requests = w.requests + l.requests,
  last_used_at = greatest(w.last_used_at, l.last_used_at)
from locked_budgets l where w.subject = l.subject and w.epoch >= l.seen
returning w.subject
`,
});
