/**
 * The statements that erase the personal data of a deleted account, table by table. docs/decisions/retention-and-deletion.md says
 * of each table what is erased and what is kept. Each reads and writes a bounded number of rows and may run again.
 */
import { sql, statement } from '../../platform/database/index.js';
import { WRITE_OFF_NOTE } from './write-off.js';

/** Rows of a batch. */
export const BATCH_ROWS = 500;
/** Predictions and uploads of a batch: their files are removed one by one. */
export const BATCH_FILES = 100;
/** Processing predictions that are cancelled at once. */
export const BATCH_CANCELS = 50;

/** A worker that advanced a prediction when it ended has stored its outputs by then, or never does. */
const IN_PROGRESS = `interval '1 hour'`;
/** Storing an upload takes less. */
const UPLOADING = `interval '5 minutes'`;

/** Returns the newest processing predictions. */
export const FIND_PROCESSING = statement('account-data.find-processing', {
  parameters: { account: sql.uuid },
  row: { id: sql.uuid },
  text: `
select id from predictions where account_id = $account and status = 'processing'
order by created_at desc, id desc limit ${BATCH_CANCELS}
`,
});

/**
 * Returns the next predictions before a position, newest first, and whether they may have files. A prediction that ended about the
 * time of the deletion may have outputs that a worker stored before it was cancelled.
 */
export const NEXT_PREDICTIONS = statement('account-data.next-predictions', {
  parameters: {
    account: sql.uuid,
    deletedAt: sql.timestamptz,
    createdAt: sql.timestamptz.orNull,
    id: sql.uuid.orNull,
  },
  row: {
    id: sql.uuid,
    has_outputs: sql.boolean.orNull,
    has_inputs: sql.boolean,
    position: sql.jsonb.as<[createdAt: string, id: string]>(),
  },
  text: `
select p.id, p.outputs is not null and p.outputs_removed_at is null or p.completed_at > $deletedAt::timestamptz - ${IN_PROGRESS} as has_outputs,
  p.inline_bytes is not null or exists (select from inline_inputs i where i.prediction_id = p.id) as has_inputs,
  jsonb_build_array(p.created_at::text, p.id) as position
from predictions p
where p.account_id = $account
  and (p.created_at, p.id) < (coalesce($createdAt::timestamptz, 'infinity'), coalesce($id::uuid, '00000000-0000-0000-0000-000000000000'))
order by p.created_at desc, p.id desc limit ${BATCH_FILES}
`,
});

/** Erases what callers and engines wrote into final predictions. Cost, model, times and end stay. */
export const ERASE_PREDICTIONS = statement('account-data.erase-predictions', {
  parameters: { predictions: sql.uuid.array },
  text: `
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, metadata = '{}',
  external_user_id = null, events = '[]', provider_ref = null, error_internal = null, trace_context = null,
  error_message = case when error_code is not null then 'The account was deleted.' end,
  outputs = case when outputs is not null then '[]'::jsonb end,
  outputs_removed_at = case when outputs is not null then coalesce(outputs_removed_at, clock_timestamp()) end
where id = any ($predictions::uuid[]) and status <> 'processing'
`,
});

/**
 * Returns some of the uploads. An upload has its row before its file, so the first pass leaves those that may still be stored at the
 * deletion.
 */
export const NEXT_UPLOADS = statement('account-data.next-uploads', {
  parameters: { account: sql.uuid, pass: sql.integer, deletedAt: sql.timestamptz },
  row: { id: sql.uuid, name: sql.text },
  text: `
select id, name from uploads
where account_id = $account and ($pass = 2 or created_at < $deletedAt::timestamptz - ${UPLOADING}) limit ${BATCH_FILES}
`,
});

/** Deletes uploads whose files are removed. */
export const REMOVE_UPLOADS = statement('account-data.remove-uploads', {
  parameters: { uploads: sql.uuid.array },
  text: 'delete from uploads where id = any ($uploads::uuid[])',
});

const STEP = { account: sql.uuid, position: sql.jsonb.orNull };
/** Of a step that walks. */
const POSITION = sql.jsonb.orNull.as<unknown>();
/** Of a step that does not find again what it has done. */
const NO_POSITION = sql.text.orNull.as<null>();

/**
 * A step that is one statement: it takes the position after the rows before, null at first, and returns the number of rows and the
 * position after them. With fewer than `BATCH_ROWS` it is done.
 */
interface StepText {
  position: typeof POSITION | typeof NO_POSITION;
  text: string;
}

/**
 * Deletes rows of a table.
 * - removed_rows: the rows.
 *
 * @param key its primary key. @param which selects them.
 */
const remove = (table: string, key: string, which: string): StepText => ({
  position: NO_POSITION,
  text: `
with removed_rows as (
  delete from ${table} where (${key}) in (select ${key} from ${table} where ${which} limit ${BATCH_ROWS} for update skip locked)
  returning 1
)
select count(*)::int as count, null as position from removed_rows where $position::jsonb is null
`,
});

/**
 * Changes rows of a table, by (created_at, id), oldest first.
 * - walked_rows: the next rows.
 * - changed_rows: those that are changed.
 *
 * @param changes of the row `t`. @param which of them are changed; all are walked.
 */
const walk = (table: string, changes: string, which: string): StepText => ({
  position: POSITION,
  text: `
with walked_rows as materialized (
  select id, created_at from ${table}
  where account_id = $account and (created_at, id) > (
    coalesce(($position::jsonb ->> 0)::timestamptz, '-infinity'), coalesce(($position::jsonb ->> 1)::uuid, '00000000-0000-0000-0000-000000000000'))
  order by created_at, id limit ${BATCH_ROWS}
),
changed_rows as (
  update ${table} t set ${changes} where t.id = any (array(select id from walked_rows)) and (${which})
)
select count(*)::int as count,
  (select jsonb_build_array(created_at::text, id) from walked_rows order by created_at desc, id desc limit 1) as position
from walked_rows
`,
});

/**
 * Erases notes of one kind of entries, and references of operators' transfers, newest first. The write-off keeps its note.
 * - walked_entries: the next entries.
 * - erased_notes: those with a note.
 * - erased_references: their references.
 */
const ledger = (kind: string): StepText => ({
  position: POSITION,
  text: `
with walked_entries as materialized (
  select id from ledger_transfers
  where account_id = $account and kind = '${kind}' and id < coalesce(($position::jsonb ->> 0)::bigint, 9223372036854775807)
  order by id desc limit ${BATCH_ROWS}
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
`,
});

/** The users who belonged to `$account` alone: they have no sign-in any more. */
const CLOSED_USERS = `(select id from users where account_id = $account and issuer = 'deleted')`;

/**
 * The steps that are one statement, in their order, by what rows of deletions call them.
 * - erased_checkouts: orders without their Idempotency-Key.
 * - walked_payments: the next payments.
 * - erased_payments: those that lose customer and receipt.
 * - walked_events: the next events by closed users.
 * - erased_events: those that lose the address.
 */
const STEPS: Record<string, StepText> = {
  'remove idempotency keys': remove('idempotency_keys', 'account_id, key', 'account_id = $account'),
  'remove end users': remove(
    'spend_counters',
    'subject, epoch',
    'account_id = $account and external_user_id is not null',
  ),
  'remove alert': remove('balance_alerts', 'account_id', 'account_id = $account'),
  'remove name': remove('account_names', 'account_id', 'account_id = $account'),
  'remove external id': remove('account_references', 'account_id', 'account_id = $account'),
  'remove creation': remove('account_creations', 'reference', 'account_id = $account'),
  'remove suspension': remove('suspended_accounts', 'account_id', 'account_id = $account'),
  'remove limits': remove('account_limits', 'account_id', 'account_id = $account'),
  'remove invitations': remove('invitations', 'id', 'account_id = $account'),
  'erase keys': walk(
    'api_keys',
    `name = 'Deleted key', metadata = '{}', allowed_ips = null, allowed_models = null, last_four = '----',
    secret_hash = sha256(convert_to('erased:' || t.id, 'UTF8')), revoked_at = coalesce(t.revoked_at, clock_timestamp()),
    disabled_at = null, place = null`,
    `t.last_four <> '----'`,
  ),
  'erase grants': ledger('grant'),
  'erase adjustments': ledger('adjustment'),
  'erase debts': ledger('debt'),
  'erase checkouts': {
    position: NO_POSITION,
    text: `
with erased_checkouts as (
  update checkouts set idempotency_key = null where id = any (array(
    select id from checkouts where account_id = $account and idempotency_key is not null limit ${BATCH_ROWS}))
  returning 1
)
select count(*)::int as count, null as position from erased_checkouts where $position::jsonb is null
`,
  },
  'erase payments': {
    position: POSITION,
    text: `
with walked_payments as materialized (
  select id from payments
  where account_id = $account and id < coalesce(($position::jsonb ->> 0)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by id desc limit ${BATCH_ROWS}
),
erased_payments as (
  update payments t set receipt_url = null, customer_id = null where t.id = any (array(select id from walked_payments))
    and (t.receipt_url is not null or t.customer_id is not null)
)
select count(*)::int as count, (select jsonb_build_array(id) from walked_payments order by id limit 1) as position from walked_payments
`,
  },
  'erase audit trail': walk(
    'audit_events',
    `address = null, request_id = null, target = case when starts_with(t.action, 'end_user.') then null else t.target end,
    before = case when t.action = 'account.deleted' then t.before end, after = case when t.action = 'account.deleted' then t.after end`,
    `num_nonnulls(t.address, t.request_id, t.before, t.after) > 0 or starts_with(t.action, 'end_user.')`,
  ),
  // In other accounts, and in the installation.
  'erase addresses of users': {
    position: POSITION,
    text: `
with walked_events as materialized (
  select e.* from (
    select id from users where id in ${CLOSED_USERS} and id >= coalesce(($position::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
  ) u cross join lateral (
    select u.id as user_id, id, created_at from audit_events
    where actor_id = 'usr_' || replace(u.id::text, '-', '') and (u.id, created_at, id) > (
      coalesce(($position::jsonb ->> 0)::uuid, '00000000-0000-0000-0000-000000000000'), coalesce(($position::jsonb ->> 1)::timestamptz, '-infinity'),
      coalesce(($position::jsonb ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
    order by created_at, id limit ${BATCH_ROWS}
  ) e order by e.user_id, e.created_at, e.id limit ${BATCH_ROWS}
),
erased_events as (
  update audit_events t set address = null where t.id = any (array(select id from walked_events)) and t.address is not null
)
select count(*)::int as count, (select jsonb_build_array(user_id, created_at::text, id) from walked_events
  order by user_id desc, created_at desc, id desc limit 1) as position
from walked_events
`,
  },
  'remove refresh tokens': remove(
    'refresh_tokens',
    'hash',
    `family_id in (select id from sign_in_families where user_id in ${CLOSED_USERS})`,
  ),
  'remove sessions': remove('sign_in_families', 'id', `user_id in ${CLOSED_USERS}`),
  'remove links': remove('one_time_links', 'hash', `user_id in ${CLOSED_USERS}`),
  'remove verification links': remove('verification_links', 'user_id', `user_id in ${CLOSED_USERS}`),
  // Last, because the step above finds events by them. A verification of the ledger keeps the id of who requested it.
  'remove users': remove(
    'users',
    'id',
    `id in ${CLOSED_USERS} and exists (select from account_deletions where account_id = $account and pass = 2)
      and not exists (select from ledger_verifications v where v.requested_by = users.id)`,
  ),
};

export const SQL_STEPS = Object.entries(STEPS).map(([step, { position, text }]) => ({
  step,
  statement: statement(`account-data.${step.replaceAll(' ', '-')}`, {
    parameters: STEP,
    row: { count: sql.integer, position },
    text,
  }),
}));

/** A step that is one statement. */
export type SqlStep = (typeof SQL_STEPS)[number];
