/** The statements about one-time links. */
import type { RowOf } from '../../platform/database/index.js';
import type { OneTimeLinkEntity } from './one-time-link.entity.js';

/**
 * Stores a link, the only one of its user.
 * $1 user, $2 hash of the token, $3 purpose, $4 hours until it expires, $5 whether it is mailed.
 *
 * - replaced_links: deletes the user's earlier links.
 *
 * The link of a user whose invitation was never used is an invitation again: that user has never signed in.
 */
export const CREATE = `
with replaced_links as (
  delete from one_time_links where user_id = $1::uuid returning purpose, used_at
)
insert into one_time_links (hash, user_id, purpose, expires_at, is_mailed)
select $2::bytea, $1::uuid,
  case when exists (select from replaced_links where purpose = 'invitation' and used_at is null) then 'invitation' else $3 end,
  clock_timestamp() + make_interval(hours => $4), $5
returning expires_at, purpose
`;

/** A row of FIND and CONSUME. */
export type LinkRow = RowOf<OneTimeLinkEntity, 'user_id' | 'purpose' | 'is_mailed'>;

/** Reads an unused link. $1 hash of the token. */
export const FIND = `
select user_id, purpose, is_mailed from one_time_links where hash = $1 and used_at is null and expires_at > clock_timestamp()
`;

/**
 * Uses a link. Of two concurrent uses the second waits for the row lock of the first and finds `used_at` set.
 * $1 hash of the token.
 */
export const CONSUME = `
update one_time_links set used_at = clock_timestamp()
where hash = $1 and used_at is null and expires_at > clock_timestamp() returning user_id, purpose, is_mailed
`;
