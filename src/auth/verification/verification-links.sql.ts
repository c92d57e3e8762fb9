/** The statements about links that verify emails. */
import type { RowOf } from '../../platform/database/index.js';
import type { VerificationLinkEntity } from './verification-link.entity.js';

/**
 * CREATE: stores the link of a user, which replaces an earlier one.
 * $1 user, $2 hash of the token, $3 email, $4 hours until it expires.
 */
export const CREATE = `
insert into verification_links (user_id, hash, email, expires_at)
values ($1::uuid, $2::bytea, $3, clock_timestamp() + make_interval(hours => $4))
on conflict (user_id) do update set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at
returning expires_at
`;

/** A row of FIND. */
export type VerificationLinkRow = RowOf<VerificationLinkEntity, 'user_id' | 'email'>;

/** FIND: a valid link, if its email is still the user's. $1 hash of the token. */
export const FIND = `
select l.user_id, l.email from verification_links l join users u on u.id = l.user_id and u.email = l.email
where l.hash = $1 and l.expires_at > clock_timestamp()
`;

/**
 * CONSUME: deletes a valid link, if its email is still the user's. Of two concurrent uses the second waits for the row lock of
 * the first and finds no row. $1 hash of the token.
 */
export const CONSUME = `
delete from verification_links l using users u
where l.hash = $1 and l.expires_at > clock_timestamp() and u.id = l.user_id and u.email = l.email
returning l.user_id
`;
