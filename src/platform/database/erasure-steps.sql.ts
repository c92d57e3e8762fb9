/**
 * What statements are made of that erase the personal data of a deleted account (`PersonalData`). Each reads and writes a bounded number of
 * rows and may run again.
 */
import { sql, type Statement } from '@offprint/postgres';

/** Rows of a batch. */
export const ERASED_ROWS = 500;

/** The users who belonged to `$account` alone: they have no sign-in any more. */
export const CLOSED_USERS = `(select id from users where account_id = $account and issuer = 'deleted')`;

const PARAMETERS = { account: sql.uuid, position: sql.jsonb.orNull };

/**
 * A step of an erasure that is one statement: it takes the position after the rows before, null at first, and returns the number of rows
 * and the position after them. With fewer than `ERASED_ROWS` it is done.
 */
export type StepStatement = Statement<
  { account: string; position: string | null },
  { count: number; position: unknown }
>;

/** Of a step that walks. */
export const walkingStep = (text: string) => ({
  parameters: PARAMETERS,
  row: { count: sql.integer, position: sql.jsonb.orNull.as<unknown>() },
  text,
});

/** Of a step that does not find again what it has done. */
export const repeatedStep = (text: string) => ({
  parameters: PARAMETERS,
  row: { count: sql.integer, position: sql.text.orNull.as<null>() },
  text,
});

/**
 * Deletes rows of a table.
 * - removed_rows: the rows.
 *
 * @param key its primary key. @param which selects them.
 */
export const removeRows = (table: string, key: string, which = 'account_id = $account') =>
  repeatedStep(`
with removed_rows as (
  delete from ${table} where (${key}) in (select ${key} from ${table} where ${which} limit ${ERASED_ROWS} for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $position::jsonb is null
`);

/**
 * Changes rows of a table, by (created_at, id), oldest first.
 * - walked_rows: the next rows.
 * - changed_rows: those that are changed.
 *
 * @param changes of the row `t`. @param which of them are changed; all are walked.
 */
export const changeRows = (table: string, changes: string, which: string) =>
  walkingStep(`
with walked_rows as materialized (
  select id, created_at from ${table}
  where account_id = $account and (created_at, id) > (
    coalesce(($position::jsonb ->> 0)::timestamptz, '-infinity'), coalesce(($position::jsonb ->> 1)::uuid, '00000000-0000-0000-0000-000000000000'))
  order by created_at, id limit ${ERASED_ROWS}
),
changed_rows as (
  update ${table} t set ${changes} where t.id = any (array(select id from walked_rows)) and (${which})
)
select count(*)::int as count,
  (select jsonb_build_array(created_at::text, id) from walked_rows order by created_at desc, id desc limit 1) as position
from walked_rows
`);
