/** The statements about files that should be in the storage. */

/** What EXPECTED_OUTPUTS and EXPECTED_UPLOADS return: the position of a row, and its files. */
export interface ExpectedRow {
  id: string;
  /** When it expires, as text: a Date has no microseconds. */
  position: string;
  /** `isNew`: it may still be on its way to the storage. */
  files: { name: string; bytes: number; isNew?: boolean }[];
}

const FILE_OF_OUTPUT = `jsonb_build_object('name', o->'name', 'bytes', o->'bytes')`;

/** IS_EXPECTED_OUTPUT: whether the prediction $1 has the file $2 and keeps it. */
export const IS_EXPECTED_OUTPUT = `
select 1 from predictions
where id = $1::uuid and outputs is not null and outputs_removed_at is null and output_expires_at > clock_timestamp()
  and outputs @> jsonb_build_array(jsonb_build_object('name', $2::text))
`;

/** IS_EXPECTED_UPLOAD: whether the upload $1 is kept. */
export const IS_EXPECTED_UPLOAD =
  'select 1 from uploads where id = $1::uuid and expires_at > clock_timestamp()';

/** EXPECTED_OUTPUTS: the next $3 predictions after the position ($1, $2) with the files that they keep, by the end of their retention. */
export const EXPECTED_OUTPUTS = `
select p.id, p.output_expires_at::text as position,
  (select coalesce(jsonb_agg(${FILE_OF_OUTPUT}), '[]') from jsonb_array_elements(p.outputs) o) as files
from predictions p
where p.outputs is not null and p.outputs_removed_at is null
  and p.output_expires_at >= $1::timestamptz and (p.output_expires_at, p.id) > ($1::timestamptz, $2::uuid)
order by p.output_expires_at, p.id limit $3::int
`;

/**
 * Whether the row of an upload is younger than ten minutes: it is written before the file. Its id, a UUIDv7, begins with milliseconds.
 */
const IS_NEW = `left(replace(u.id::text, '-', ''), 12)
  > lpad(to_hex((extract(epoch from clock_timestamp() - interval '10 minutes') * 1000)::bigint), 12, '0')`;

/** EXPECTED_UPLOADS: the next $3 uploads after the position ($1, $2), by their expiry. */
export const EXPECTED_UPLOADS = `
select u.id, u.expires_at::text as position,
  jsonb_build_array(jsonb_build_object('name', u.name, 'bytes', u.bytes, 'isNew', ${IS_NEW})) as files
from uploads u
where u.expires_at >= $1::timestamptz and (u.expires_at, u.id) > ($1::timestamptz, $2::uuid)
order by u.expires_at, u.id limit $3::int
`;

/** Where the lists begin. A text, so that the server's clock decides what has expired. */
export const READ_NOW = 'select clock_timestamp()::text as now';
