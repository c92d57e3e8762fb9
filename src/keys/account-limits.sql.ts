/** The statements about limits of an account instead of its plan's. */

/** LOCK_LIMITS: locks the limits of account $1 until the transaction ends: concurrent changes follow each other. */
export const LOCK_LIMITS = `select pg_advisory_xact_lock(hashtextextended('account_limits/' || $1, 0))`;

/** FIND_LIMIT: the limit of account $1. */
export const FIND_LIMIT = 'select max_rate_limit from account_limits where account_id = $1';

/** SET_LIMIT: sets the limit of account $1 to $2. */
export const SET_LIMIT = `
insert into account_limits (account_id, max_rate_limit) values ($1, $2)
on conflict (account_id) do update set max_rate_limit = excluded.max_rate_limit
`;

/** REMOVE_LIMIT: removes the limit of account $1. */
export const REMOVE_LIMIT = 'delete from account_limits where account_id = $1';
