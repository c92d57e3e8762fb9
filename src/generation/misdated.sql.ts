/**
 * `created_at` and the time in the id are more than 5 minutes apart, because the clocks of the process and of the database were. Takes the
 * first 32 of the 48 bits of the id's milliseconds: units of 65.536 s.
 */
export const IS_MISDATED = `(created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes'`;
