/** The statement that changes the plan of an account. */

/**
 * SET_PLAN: sets the plan $2 of the account $1. Returns the plan before, or no row when it is the same.
 * - locked_accounts: the account as it was; the lock makes concurrent changes follow each other.
 */
export const SET_PLAN = `
with locked_accounts as materialized (
  select id, plan from accounts where id = $1 for no key update
)
update accounts a set plan = $2 from locked_accounts l where a.id = l.id and l.plan <> $2
returning l.plan as earlier
`;
