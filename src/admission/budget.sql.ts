import { KEY_BUDGET } from '../keys/index.js';
import { sql, statement } from '../platform/database/index.js';
import { COUNTED_SECONDS, WINDOW_SECONDS } from '../platform/limits/index.js';
import { aged, newestBudget } from './admit.sql.js';

/** Takes no lock. `keys` lists the keys that share the budget (a key and its predecessor), and is empty for the dashboard's. */
export const FIND_BUDGET_USE = statement('admission.find-budget-use', {
  parameters: { account: sql.uuid },
  row: { subject: sql.text, keys: sql.text.array, used: sql.integer },
  text: `
select w.subject, s.keys, sum(n)::int as used
from (
    select 'key:' || ${KEY_BUDGET}, array_agg(k.id::text) from api_keys k where account_id = $account::uuid group by 1
    union all select 'dashboard:' || $account::uuid, '{}'
  ) s (subject, keys) cross join lateral ${newestBudget('s.subject')} g
  join budgets w on w.subject = s.subject and w.epoch = g.seen
  cross join lateral ${aged('w')}
where n > 0 and at > floor(extract(epoch from clock_timestamp())) - ${COUNTED_SECONDS}
group by w.subject, s.keys
`,
});

/** Only keys that can have been used within the last window are listed, by the id in the subject of their budget. */
export const FIND_RECENT_KEYS = statement('admission.find-recent-keys', {
  parameters: { account: sql.uuid },
  row: { id: sql.text, keys: sql.text.array },
  text: `
select ${KEY_BUDGET}::text as id, array_agg(k.id::text) as keys from api_keys k
where account_id = $account::uuid and (revoked_at is null or revoked_at > clock_timestamp() - interval '${2 * WINDOW_SECONDS} s')
group by 1
`,
});
