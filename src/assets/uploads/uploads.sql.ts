/** Every statement about uploads that is more than rows by their ids. */

/**
 * TAKE_ROOM: takes room for a file and writes its row, when the account has so much left. Run it under the account's lock, so that
 * files that arrive at once never take more than there is.
 * $1 id, $2 account, $3 name in the asset storage, $4 bytes, $5 bytes that an account keeps at most, $6 hours it is kept.
 * Returns when it expires, or no row.
 */
export const TAKE_ROOM = `
insert into uploads (id, account_id, name, bytes, expires_at)
select $1::uuid, $2::uuid, $3::text, $4::bigint, date_trunc('second', clock_timestamp()) + make_interval(hours => $6::int)
where $4::bigint + coalesce((select sum(bytes) from uploads where account_id = $2::uuid), 0) <= $5::bigint
returning expires_at
`;

/**
 * TAKE_EXPIRED: takes up to $1 expired uploads to remove them: no other worker does for five minutes, and one does then if this one
 * ended. Rows that another worker takes at the same moment are skipped.
 */
export const TAKE_EXPIRED = `
update uploads u set removal_at = clock_timestamp() + interval '5 minutes'
where u.id = any (array(
  select id from uploads
  where expires_at <= (select clock_timestamp()) and (removal_at is null or removal_at <= clock_timestamp())
  order by expires_at limit $1::int for update skip locked))
returning u.id, u.name
`;

/** TRY_LATER: uploads $1, whose files could not be removed, are tried again: later, the longer they are past their time. */
export const TRY_LATER = `
update uploads set
  removal_at = clock_timestamp() + least(greatest(clock_timestamp() - expires_at, interval '1 minute'), interval '6 hours')
where id = any($1::uuid[])
`;
