import { newestEpoch, rowOf, sql, statement } from '../../platform/database/index.js';
import { UploadEntity } from './upload.entity.js';

/** A file takes at least this much of the space of all unpaid accounts. It bounds the rows that `HAS_UNPAID_SPACE` reads. */
const MIN_UNPAID_BYTES = 65_536;

/** Returns SQL that is true for an account that has never paid and was not opened by an operator. The limits force index lookups. */
const IS_UNPAID = (account: string) => `(
  (select true from payments p where p.account_id = ${account} and p.credits > 0 limit 1) is null
  and (select true from account_references r where r.account_id = ${account} limit 1) is null)`;

/**
 * Returns whether so many more bytes fit into the account's space of `most` bytes; `RESERVE_SPACE` decides. Credits held by running
 * predictions count. `is_unverified`: an owner has an email, and no owner has a verified one.
 */
export const FIND_SENDER = statement('assets.find-sender', {
  parameters: { account: sql.uuid, bytes: sql.bigint, most: sql.bigint },
  row: {
    has_space: sql.boolean,
    has_credits: sql.boolean,
    is_unverified: sql.boolean,
    is_unpaid: sql.boolean,
  },
  text: `
select
  $bytes::bigint + coalesce((select sum(bytes) from uploads where account_id = $account::uuid), 0) <= $most::bigint as has_space,
  coalesce((select w.balance + w.held > 0 from ${newestEpoch('wallets', 'account_id', '$account::uuid')} n
    join wallets w on w.account_id = $account::uuid and w.epoch = n.seen), false) as has_credits,
  coalesce((select not bool_or(u.email_verified_at is not null) from memberships m join users u on u.id = m.user_id
    where m.account_id = $account::uuid and m.role = 'owner' and u.email is not null), false) as is_unverified,
  ${IS_UNPAID('$account::uuid')} as is_unpaid
`,
});

/** `most` bounds the bytes of all unpaid accounts together. */
export const HAS_UNPAID_SPACE = statement('assets.has-unpaid-space', {
  parameters: { bytes: sql.bigint, most: sql.bigint },
  row: { ok: sql.boolean },
  text: `
select greatest($bytes::bigint, ${MIN_UNPAID_BYTES}) + coalesce(sum(u.bytes), 0) <= $most::bigint as ok
from (select account_id, sum(greatest(bytes, ${MIN_UNPAID_BYTES})) as bytes from uploads group by account_id) u
where ${IS_UNPAID('u.account_id')}
`,
});

export const LOCK = statement('assets.lock-space', {
  parameters: { class: sql.integer, owner: sql.text },
  text: 'select pg_advisory_xact_lock($class, hashtext($owner))',
});

/**
 * Inserts the row of a file if the account has enough space left of `most` bytes; returns none otherwise. Run it under the account's lock,
 * so that concurrent uploads cannot exceed the limit.
 */
export const RESERVE_SPACE = statement('assets.reserve-space', {
  parameters: {
    id: sql.uuid,
    account: sql.uuid,
    name: sql.text,
    bytes: sql.bigint,
    most: sql.bigint,
    seconds: sql.float8,
    width: sql.integer,
    height: sql.integer,
  },
  row: rowOf(UploadEntity, 'expires_at'),
  text: `
insert into uploads (id, account_id, name, bytes, expires_at, width, height)
select $id::uuid, $account::uuid, $name::text, $bytes::bigint,
  date_trunc('second', clock_timestamp()) + make_interval(secs => $seconds::float8), $width::integer, $height::integer
where $bytes::bigint + coalesce((select sum(bytes) from uploads where account_id = $account::uuid), 0) <= $most::bigint
returning expires_at
`,
});

/** Keeps an upload for at least so many more seconds. Returns no size if it has expired or is another account's. */
export const KEEP = statement('assets.keep', {
  parameters: { upload: sql.uuid, account: sql.uuid, seconds: sql.float8 },
  row: rowOf(UploadEntity, 'width', 'height'),
  text: `
update uploads set expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => $seconds::float8))
where id = $upload::uuid and account_id = $account::uuid and expires_at > clock_timestamp()
returning width, height
`,
});

/** Other workers can claim the same uploads again after five minutes, and skip rows that are being claimed. */
export const CLAIM_EXPIRED = statement('assets.claim-expired', {
  parameters: { most: sql.integer },
  row: rowOf(UploadEntity, 'id', 'name'),
  text: `
update uploads u set removal_at = clock_timestamp() + interval '5 minutes'
where u.id = any (array(
  select id from uploads
  where expires_at <= (select clock_timestamp()) and (removal_at is null or removal_at <= clock_timestamp())
  order by expires_at limit $most::int for update skip locked))
returning u.id, u.name
`,
});

/** The delay grows with age. */
export const RETRY_LATER = statement('assets.retry-later', {
  parameters: { uploads: sql.uuid.array },
  text: `
update uploads set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - expires_at, interval '1 minute'), interval '6 hours')
where id = any($uploads::uuid[])
`,
});
