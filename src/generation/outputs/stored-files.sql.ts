import { type RowOfColumns, sql, statement } from '../../platform/database/index.js';

/** Has an id because rows can expire together. */
const AFTER_POSITION = { position: sql.timestamptz, id: sql.uuid, rows: sql.integer };

const EXPECTED_ROW = {
  id: sql.uuid,
  /** The expiry as text, because a Date has no microseconds. */
  position: sql.text,
  /** `isNew`: it may still be on its way to the storage. */
  files: sql.jsonb.as<{ name: string; bytes: number; isNew?: boolean }[]>(),
};

export type ExpectedRow = RowOfColumns<typeof EXPECTED_ROW>;

const FILE_OF_OUTPUT = `jsonb_build_object('name', o->'name', 'bytes', o->'bytes')`;

export const IS_EXPECTED_OUTPUT = statement('generation.is-expected-output', {
  parameters: { id: sql.uuid, name: sql.text },
  text: `
select 1 from predictions
where id = $id::uuid and outputs is not null and outputs_removed_at is null and output_expires_at > clock_timestamp()
  and outputs @> jsonb_build_array(jsonb_build_object('name', $name::text))
`,
});

export const IS_EXPECTED_UPLOAD = statement('generation.is-expected-upload', {
  parameters: { id: sql.uuid },
  text: 'select 1 from uploads where id = $id::uuid and expires_at > clock_timestamp()',
});

/** In the order in which their retention ends. */
export const EXPECTED_OUTPUTS = statement('generation.expected-outputs', {
  parameters: AFTER_POSITION,
  row: EXPECTED_ROW,
  text: `
select p.id, p.output_expires_at::text as position,
  (select coalesce(jsonb_agg(${FILE_OF_OUTPUT}), '[]') from jsonb_array_elements(p.outputs) o) as files
from predictions p
where p.outputs is not null and p.outputs_removed_at is null
  and p.output_expires_at >= $position::timestamptz and (p.output_expires_at, p.id) > ($position::timestamptz, $id::uuid)
order by p.output_expires_at, p.id limit $rows::int
`,
});

/** True within ten minutes of the row, which is written before the file. Its id, a UUIDv7, begins with milliseconds. */
const IS_NEW = `left(replace(u.id::text, '-', ''), 12)
  > lpad(to_hex((extract(epoch from clock_timestamp() - interval '10 minutes') * 1000)::bigint), 12, '0')`;

export const EXPECTED_UPLOADS = statement('generation.expected-uploads', {
  parameters: AFTER_POSITION,
  row: EXPECTED_ROW,
  text: `
select u.id, u.expires_at::text as position,
  jsonb_build_array(jsonb_build_object('name', u.name, 'bytes', u.bytes, 'isNew', ${IS_NEW})) as files
from uploads u
where u.expires_at >= $position::timestamptz and (u.expires_at, u.id) > ($position::timestamptz, $id::uuid)
order by u.expires_at, u.id limit $rows::int
`,
});

/** The start of the lists. A text, so that the server's clock decides what has expired. */
export const READ_NOW = statement('generation.read-now', {
  parameters: {},
  row: { now: sql.text },
  text: 'select clock_timestamp()::text as now',
});
