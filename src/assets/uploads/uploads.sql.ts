/** Statements about uploads, except those that read and write rows by id. */
import { newestEpoch, type RowOf } from '../../platform/database/index.js';
import type { UploadEntity } from './upload.entity.js';

/** A file takes at least this much of the space of all unpaid accounts. It bounds the rows that HAS_UNPAID_SPACE reads. */
const MIN_UNPAID_BYTES = 65_536;

/** Returns SQL that is true for an account that has never paid and was not opened by an operator. The limits force index lookups. */
const IS_UNPAID = (account: string) => `(
  (select true from payments p where p.account_id = ${account} and p.credits > 0 limit 1) is null
  and (select true from account_references r where r.account_id = ${account} limit 1) is null)`;

export interface SenderRow {
  has_space: boolean;
  has_credits: boolean;
  /** An owner has an email, and no owner has a verified one. */
  is_unverified: boolean;
  is_unpaid: boolean;
}

/**
 * FIND_SENDER: what account $1 has, and whether $2 more bytes fit into its space, which is $3 bytes. RESERVE_SPACE decides.
 * Credits that are held by running predictions count.
 */
export const FIND_SENDER = `
select
  $2::bigint + coalesce((select sum(bytes) from uploads where account_id = $1::uuid), 0) <= $3::bigint as has_space,
  coalesce((select w.balance + w.held > 0 from ${newestEpoch('wallets', 'account_id', '$1::uuid')} n
    join wallets w on w.account_id = $1::uuid and w.epoch = n.seen), false) as has_credits,
  coalesce((select not bool_or(u.email_verified_at is not null) from memberships m join users u on u.id = m.user_id
    where m.account_id = $1::uuid and m.role = 'owner' and u.email is not null), false) as is_unverified,
  ${IS_UNPAID('$1::uuid')} as is_unpaid
`;

/** HAS_UNPAID_SPACE: whether $1 more bytes fit into the space of all unpaid accounts together, which is $2 bytes. */
export const HAS_UNPAID_SPACE = `
select greatest($1::bigint, ${MIN_UNPAID_BYTES}) + coalesce(sum(u.bytes), 0) <= $2::bigint as ok
from (select account_id, sum(greatest(bytes, ${MIN_UNPAID_BYTES})) as bytes from uploads group by account_id) u
where ${IS_UNPAID('u.account_id')}
`;

/** LOCK: locks the space of $2, of the class $1, until the transaction ends. */
export const LOCK = 'select pg_advisory_xact_lock($1, hashtext($2))';

/**
 * RESERVE_SPACE: inserts the row of a file if the account has enough space left. Run it under the account's lock, so that
 * concurrent uploads cannot exceed the limit.
 * $1 id, $2 account, $3 name in the asset storage, $4 bytes, $5 limit of the account in bytes, $6 seconds until it expires,
 * $7 width, $8 height.
 * Returns the expiry, or no row without enough space.
 */
export const RESERVE_SPACE = `
insert into uploads (id, account_id, name, bytes, expires_at, width, height)
select $1::uuid, $2::uuid, $3::text, $4::bigint, date_trunc('second', clock_timestamp()) + make_interval(secs => $6::float8),
  $7::integer, $8::integer
where $4::bigint + coalesce((select sum(bytes) from uploads where account_id = $2::uuid), 0) <= $5::bigint
returning expires_at
`;

/** A row of KEEP. */
export type KeptRow = RowOf<UploadEntity, 'width' | 'height'>;

/** KEEP: keeps the upload $1 of account $2 for at least $3 more seconds. Returns its size unless it has expired or is another's. */
export const KEEP = `
update uploads set expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => $3::float8))
where id = $1::uuid and account_id = $2::uuid and expires_at > clock_timestamp()
returning width, height
`;

/**
 * CLAIM_EXPIRED: claims up to $1 expired uploads for removal. Other workers can claim them again after five minutes. Rows that
 * another worker is claiming are skipped.
 */
export const CLAIM_EXPIRED = `
update uploads u set removal_at = clock_timestamp() + interval '5 minutes'
where u.id = any (array(
  select id from uploads
  where expires_at <= (select clock_timestamp()) and (removal_at is null or removal_at <= clock_timestamp())
  order by expires_at limit $1::int for update skip locked))
returning u.id, u.name
`;

/** RETRY_LATER: schedules the next attempt for uploads $1 whose files could not be removed, with a delay that grows with age. */
export const RETRY_LATER = `
update uploads set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[])
`;
