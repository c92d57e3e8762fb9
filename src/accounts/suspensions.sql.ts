/** Every statement about suspended accounts, and the parts that other modules put into theirs. */

/**
 * SUSPENSION_OF: returns SQL for the suspension of an account, as rows: none, or one with `is_suspended` true. The limit keeps it
 * an index lookup: without, the planner can read the whole table for a batch. @param account SQL expression.
 */
export const SUSPENSION_OF = (account: string) =>
  `(select true as is_suspended from suspended_accounts where account_id = ${account} limit 1)`;

/**
 * SUSPEND: suspends the account $1 as the administrator $2. Returns a row when it was not suspended. Waits for a concurrent
 * change of the account's suspension and continues with its result.
 */
export const SUSPEND = `
insert into suspended_accounts (account_id, by_user) values ($1, $2) on conflict do nothing returning account_id
`;

/** LIFT_SUSPENSION: lifts the suspension of the account $1. Returns a row when it was suspended. */
export const LIFT_SUSPENSION = 'delete from suspended_accounts where account_id = $1 returning account_id';

/** FIND_SUSPENSION: returns a row when the account $1 is suspended. */
export const FIND_SUSPENSION = `select true as is_suspended from suspended_accounts where account_id = $1`;
