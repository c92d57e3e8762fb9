import { rowOf, sql, statement } from '../../platform/database/index.js';
import { SetupTokenEntity } from './setup-token.entity.js';

/** The index `users_administrators` serves it. */
export const HAS_ADMINISTRATOR = statement('auth.has-administrator', {
  parameters: {},
  row: { found: sql.boolean },
  text: "select exists (select from users where role = 'admin') as found",
});

/**
 * Must run under the lock of setup tokens. Returns no row when a token was created within the last `sinceSeconds`.
 * - expired_tokens: deletes tokens that cannot be used any more, so the table stays short.
 */
export const CREATE = statement('auth.create-setup-token', {
  parameters: { hash: sql.bytea, hours: sql.integer, sinceSeconds: sql.float8 },
  row: rowOf(SetupTokenEntity, 'expires_at'),
  text: `
with expired_tokens as (
  delete from setup_tokens where expires_at <= clock_timestamp()
)
insert into setup_tokens (hash, expires_at)
select $hash::bytea, clock_timestamp() + make_interval(hours => $hours)
where not exists (select from setup_tokens where created_at > clock_timestamp() - make_interval(secs => $sinceSeconds))
returning expires_at
`,
});

export const FIND = statement('auth.find-setup-token', {
  parameters: { hash: sql.bytea },
  text: 'select from setup_tokens where hash = $hash and expires_at > clock_timestamp()',
});

/** Returns no row for a token that is unknown, used or expired. */
export const USE = statement('auth.use-setup-token', {
  parameters: { hash: sql.bytea },
  text: 'delete from setup_tokens where hash = $hash and expires_at > clock_timestamp() returning hash',
});

export const REMOVE_ALL = 'delete from setup_tokens';
