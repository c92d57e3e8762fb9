/** The statements about one-time links. */

/**
 * Stores a link, the only one of its user.
 * $1 user, $2 hash of the token, $3 purpose, $4 hours until it expires.
 *
 * - replaced_links: deletes the user's earlier links.
 */
export const CREATE = `
with replaced_links as (
  delete from one_time_links where user_id = $1::uuid
)
insert into one_time_links (hash, user_id, purpose, expires_at)
values ($2::bytea, $1::uuid, $3, clock_timestamp() + make_interval(hours => $4))
returning expires_at
`;

/** Reads the user of an unused link. $1 hash of the token. */
export const FIND = `
select user_id from one_time_links where hash = $1 and used_at is null and expires_at > clock_timestamp()
`;

/**
 * Uses a link. Of two concurrent uses the second waits for the row lock of the first and finds `used_at` set.
 * $1 hash of the token.
 */
export const CONSUME = `
update one_time_links set used_at = clock_timestamp()
where hash = $1 and used_at is null and expires_at > clock_timestamp() returning user_id
`;
