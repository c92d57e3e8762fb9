import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { OneTimeLinkEntity } from './one-time-link.entity.js';

/**
 * Stores a link, the only one of its user. The link of a user whose invitation was never used is an invitation again, because that user has
 * never signed in.
 * - replaced_links: deletes the user's earlier links.
 */
export const CREATE = statement('auth.create-one-time-link', {
  parameters: {
    user: sql.uuid,
    hash: sql.bytea,
    purpose: sql.text,
    hours: sql.integer,
    isMailed: sql.boolean,
  },
  row: rowOf(OneTimeLinkEntity, 'expires_at', 'purpose'),
  text: `
with replaced_links as (
  delete from one_time_links where user_id = $user::uuid returning purpose, used_at
)
insert into one_time_links (hash, user_id, purpose, expires_at, is_mailed)
select $hash::bytea, $user::uuid,
  case when exists (select from replaced_links where purpose = 'invitation' and used_at is null) then 'invitation' else $purpose end,
  clock_timestamp() + make_interval(hours => $hours), $isMailed
returning expires_at, purpose
`,
});

const LINK_ROW = rowOf(OneTimeLinkEntity, 'user_id', 'purpose', 'is_mailed');

export const FIND = statement('auth.find-one-time-link', {
  parameters: { hash: sql.bytea },
  row: LINK_ROW,
  text: `
select user_id, purpose, is_mailed from one_time_links where hash = $hash and used_at is null and expires_at > clock_timestamp()
`,
});

export type LinkRow = RowOfStatement<typeof FIND>;

/** Of two concurrent uses the second waits for the row lock of the first and finds `used_at` set. */
export const CONSUME = statement('auth.consume-one-time-link', {
  parameters: { hash: sql.bytea },
  row: LINK_ROW,
  text: `
update one_time_links set used_at = clock_timestamp()
where hash = $hash and used_at is null and expires_at > clock_timestamp() returning user_id, purpose, is_mailed
`,
});

export const REMOVE_ALL = statement('auth.remove-one-time-links', {
  parameters: { user: sql.uuid },
  text: 'delete from one_time_links where user_id = $user',
});
