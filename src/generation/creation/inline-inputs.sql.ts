import { sql, statement } from '../../platform/database/index.js';

export const INSERT = statement('generation.insert-inline-inputs', {
  parameters: { rows: sql.jsonb },
  isPrepared: true,
  text: `
insert into inline_inputs (prediction_id, account_id, bytes)
select id, account_id, bytes from jsonb_to_recordset($rows::jsonb) as i (id uuid, account_id uuid, bytes bigint)
`,
});

export const REMOVE = statement('generation.remove-inline-inputs', {
  parameters: { predictions: sql.uuid.array },
  text: 'delete from inline_inputs where prediction_id = any($predictions::uuid[])',
});

export const MAX_LEFTOVERS = 200;
/** No request takes this long between storing its files and inserting its prediction. */
const LEFTOVER_MINUTES = 10;

/** Only rows that no processing prediction needs. The clock is a scalar subquery, because an index condition needs a constant value. */
export const LEFTOVERS = statement('generation.leftover-inline-inputs', {
  parameters: { createdAt: sql.timestamptz, id: sql.uuid },
  row: { id: sql.uuid, created_at: sql.text },
  text: `
select i.prediction_id as id, i.created_at::text as created_at from inline_inputs i
where (i.created_at, i.prediction_id) > ($createdAt::timestamptz, $id::uuid)
  and i.created_at <= (select clock_timestamp()) - interval '${LEFTOVER_MINUTES} minutes'
  and not exists (select from predictions p where p.id = i.prediction_id and p.status = 'processing')
order by i.created_at, i.prediction_id limit ${MAX_LEFTOVERS}
`,
});
