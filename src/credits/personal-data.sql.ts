/** The statements that erase what people wrote about the credits of a deleted account (`PersonalData`). */
import { ERASED_ROWS, removeRows, statement, walkingStep } from '../platform/database/index.js';

/** The note of the entries that write off what an account had. Erasing leaves it. */
export const WRITE_OFF_NOTE = 'Written off: the account was deleted';

export const ERASE_END_USERS = statement(
  'credits.erase-end-users',
  removeRows('spend_counters', 'subject, epoch', 'account_id = $account and external_user_id is not null'),
);

export const ERASE_ALERT = statement('credits.erase-alert', removeRows('balance_alerts', 'account_id'));

/**
 * Erases notes of one kind of entries, and references of operators' transfers, newest first. The write-off keeps its note.
 * - walked_entries: the next entries.
 * - erased_notes: those with a note.
 * - erased_references: their references.
 */
const eraseNotes = (kind: string) =>
  walkingStep(`
with walked_entries as materialized (
  select id from ledger_transfers
  where account_id = $account and kind = '${kind}' and id < coalesce(($position::jsonb ->> 0)::bigint, 9223372036854775807)
  order by id desc limit ${ERASED_ROWS}
),
erased_notes as (
  update ledger_transfers t set note = null
  where t.id = any (array(select id from walked_entries)) and t.note is distinct from '${WRITE_OFF_NOTE}' and t.note is not null
),
erased_references as (
  update transfer_references r set reference = 'erased:' || r.transfer_id,
    fingerprint = sha256(convert_to('erased:' || r.transfer_id, 'UTF8'))
  where r.transfer_id = any (array(select id from walked_entries)) and not starts_with(r.reference, 'erased:')
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_entries order by id limit 1) as position from walked_entries
`);

export const ERASE_GRANTS = statement('credits.erase-grants', eraseNotes('grant'));
export const ERASE_ADJUSTMENTS = statement('credits.erase-adjustments', eraseNotes('adjustment'));
export const ERASE_DEBTS = statement('credits.erase-debts', eraseNotes('debt'));
