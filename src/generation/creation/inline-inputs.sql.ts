/** The statements about inline files. Their row exists before the files are stored and until they are removed. */

/** Registers the files of predictions that are about to be created. $1: rows as JSON. */
export const INSERT = `
insert into inline_inputs (prediction_id, account_id, bytes)
select id, account_id, bytes from jsonb_to_recordset($1::jsonb) as i (id uuid, account_id uuid, bytes bigint)
`;

/** Deletes the rows of the predictions $1, whose files are removed. */
export const REMOVE = 'delete from inline_inputs where prediction_id = any($1::uuid[])';

/** Rows that one statement reads. */
export const MAX_LEFTOVERS = 200;
/** No request takes this long between storing its files and inserting its prediction. */
const LEFTOVER_MINUTES = 10;

/**
 * The next rows after ($1 created_at, $2 id) that no processing prediction needs. The clock is a scalar subquery: an index
 * condition needs a value that is constant during the statement.
 */
export const LEFTOVERS = `
select i.prediction_id as id, i.created_at::text as created_at from inline_inputs i
where (i.created_at, i.prediction_id) > ($1::timestamptz, $2::uuid)
  and i.created_at <= (select clock_timestamp()) - interval '${LEFTOVER_MINUTES} minutes'
  and not exists (select from predictions p where p.id = i.prediction_id and p.status = 'processing')
order by i.created_at, i.prediction_id limit ${MAX_LEFTOVERS}
`;
