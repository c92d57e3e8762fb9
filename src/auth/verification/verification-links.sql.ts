import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { VerificationLinkEntity } from './verification-link.entity.js';

/** A new link replaces the user's earlier one. */
export const CREATE = statement('auth.create-verification-link', {
  parameters: { user: sql.uuid, hash: sql.bytea, email: sql.text, hours: sql.integer },
  row: rowOf(VerificationLinkEntity, 'expires_at'),
  text: `
insert into verification_links (user_id, hash, email, expires_at)
values ($user::uuid, $hash::bytea, $email, clock_timestamp() + make_interval(hours => $hours))
on conflict (user_id) do update set hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at
returning expires_at
`,
});

/** Requires that the link's email is still the user's. */
export const FIND = statement('auth.find-verification-link', {
  parameters: { hash: sql.bytea },
  row: rowOf(VerificationLinkEntity, 'user_id', 'email'),
  text: `
select l.user_id, l.email from verification_links l join users u on u.id = l.user_id and u.email = l.email
where l.hash = $hash and l.expires_at > clock_timestamp()
`,
});

export type VerificationLinkRow = RowOfStatement<typeof FIND>;

/** Requires that the email is still the user's. Of two concurrent uses the second waits for the first and finds no row. */
export const CONSUME = statement('auth.consume-verification-link', {
  parameters: { hash: sql.bytea },
  row: rowOf(VerificationLinkEntity, 'user_id'),
  text: `
delete from verification_links l using users u
where l.hash = $hash and l.expires_at > clock_timestamp() and u.id = l.user_id and u.email = l.email
returning l.user_id
`,
});
