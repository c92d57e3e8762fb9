import { sql, statement } from '../platform/database/index.js';

/**
 * Returns the plan before, or no row when it is the same.
 * - locked_accounts: the account as it was; the lock makes concurrent changes follow each other.
 */
export const SET_PLAN = statement('accounts.set-plan', {
  parameters: { account: sql.uuid, plan: sql.text },
  row: { earlier: sql.text },
  text: `
with locked_accounts as materialized (
  select id, plan from accounts where id = $account for no key update
)
update accounts a set plan = $plan from locked_accounts l where a.id = l.id and l.plan <> $plan
returning l.plan as earlier
`,
});
