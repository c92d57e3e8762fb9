/** Statements about uploads, except those that read and write rows by id. */

/** HAS_SPACE: whether $2 more bytes fit into the space of account $1, which is $3 bytes. RESERVE_SPACE decides. */
export const HAS_SPACE = `
select $2::bigint + coalesce(sum(bytes), 0) <= $3::bigint as ok from uploads where account_id = $1::uuid
`;

/**
 * RESERVE_SPACE: inserts the row of a file if the account has enough space left. Run it under the account's lock, so that
 * concurrent uploads cannot exceed the limit.
 * $1 id, $2 account, $3 name in the asset storage, $4 bytes, $5 limit of the account in bytes, $6 seconds until it expires.
 * Returns the expiry, or no row without enough space.
 */
export const RESERVE_SPACE = `
insert into uploads (id, account_id, name, bytes, expires_at)
select $1::uuid, $2::uuid, $3::text, $4::bigint, date_trunc('second', clock_timestamp()) + make_interval(secs => $6::float8)
where $4::bigint + coalesce((select sum(bytes) from uploads where account_id = $2::uuid), 0) <= $5::bigint
returning expires_at
`;

/** KEEP: keeps the upload $1 of account $2 for at least $3 more seconds. Returns a row unless it has expired or is another's. */
export const KEEP = `
update uploads set expires_at = greatest(expires_at, clock_timestamp() + make_interval(secs => $3::float8))
where id = $1::uuid and account_id = $2::uuid and expires_at > clock_timestamp() returning 1
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
