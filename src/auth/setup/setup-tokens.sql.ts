/** The statements about the tokens that make the first administrator. */

/** HAS_ADMINISTRATOR: an index lookup (`users_administrators`). */
export const HAS_ADMINISTRATOR = "select exists (select from users where role = 'admin') as found";

/** LOCK_SETUP: new tokens and their uses follow each other, over all processes, until the transaction ends. */
export const LOCK_SETUP = `select pg_advisory_xact_lock(hashtextextended('setup_tokens', 0))`;

/**
 * CREATE: stores a token. Returns no row when one was created within the last $3 seconds.
 * $1 hash of the token, $2 hours until it expires, $3 seconds. Must run after LOCK_SETUP.
 *
 * - expired_tokens: deletes tokens that cannot be used any more, so the table stays short.
 */
export const CREATE = `
with expired_tokens as (
  delete from setup_tokens where expires_at <= clock_timestamp()
)
insert into setup_tokens (hash, expires_at)
select $1::bytea, clock_timestamp() + make_interval(hours => $2)
where not exists (select from setup_tokens where created_at > clock_timestamp() - make_interval(secs => $3))
returning expires_at
`;

/** FIND: whether the token with the hash $1 can be used. */
export const FIND = 'select from setup_tokens where hash = $1 and expires_at > clock_timestamp()';

/** USE: uses the token with the hash $1. Returns no row for one that is unknown, used or expired. */
export const USE =
  'delete from setup_tokens where hash = $1 and expires_at > clock_timestamp() returning hash';

/** REMOVE_ALL: ends every token. */
export const REMOVE_ALL = 'delete from setup_tokens';
