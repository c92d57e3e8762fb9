import { sql, statement } from '../platform/database/index.js';

/**
 * Returns SQL for the suspension of an account, as rows: none, or one with `is_suspended` true. The limit keeps it an index lookup:
 * without, the planner can read the whole table for a batch. @param account SQL expression.
 */
export const SUSPENSION_OF = (account: string) =>
  `(select true as is_suspended from suspended_accounts where account_id = ${account} limit 1)`;

/** Returns a row when the account was not suspended. Waits for a concurrent change and continues with its result. */
export const SUSPEND = statement('accounts.suspend', {
  parameters: { account: sql.uuid, user: sql.uuid.orNull },
  text: `
insert into suspended_accounts (account_id, by_user) values ($account, $user) on conflict do nothing returning account_id
`,
});

/** Returns a row when the account was suspended. */
export const LIFT_SUSPENSION = statement('accounts.lift-suspension', {
  parameters: { account: sql.uuid },
  text: 'delete from suspended_accounts where account_id = $account returning account_id',
});

export const FIND_SUSPENSION = statement('accounts.find-suspension', {
  parameters: { account: sql.uuid },
  isPrepared: true,
  text: 'select true as is_suspended from suspended_accounts where account_id = $account',
});
