/** The statements that a deletion of an account asks, and that erase its predictions (`PersonalData`). */
import { removeRows, sql, statement } from '../platform/database/index.js';
import { ERASE_STORED } from './request-fields.js';

/** Predictions of a batch: their files are removed one by one. */
export const ERASED_PREDICTIONS = 100;
/** Processing predictions that are cancelled at once. */
export const CANCELLED_PREDICTIONS = 50;

/** A worker that advanced a prediction when it ended has stored its outputs by then, or never does. */
const IN_PROGRESS = `interval '1 hour'`;

/** Returns the newest processing predictions. */
export const FIND_PROCESSING = statement('generation.find-processing', {
  parameters: { account: sql.uuid },
  row: { id: sql.uuid },
  text: `
select id from predictions where account_id = $account and status = 'processing'
order by created_at desc, id desc limit ${CANCELLED_PREDICTIONS}
`,
});

/**
 * Returns the next predictions before a position, newest first, and whether they may have files. A prediction that ended about the
 * time of the deletion may have outputs that a worker stored before it was cancelled.
 */
export const NEXT_PREDICTIONS = statement('generation.next-predictions', {
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
order by p.created_at desc, p.id desc limit ${ERASED_PREDICTIONS}
`,
});

/** Erases what callers and engines wrote into final predictions. Cost, model, times and end stay. */
export const ERASE_PREDICTIONS = statement('generation.erase-predictions', {
  parameters: { predictions: sql.uuid.array },
  text: `
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, ${ERASE_STORED},
  events = '[]', provider_ref = null, error_internal = null, trace_context = null,
  error_message = case when error_code is not null then 'The account was deleted.' end,
  outputs = case when outputs is not null then '[]'::jsonb end,
  outputs_removed_at = case when outputs is not null then coalesce(outputs_removed_at, clock_timestamp()) end
where id = any ($predictions::uuid[]) and status <> 'processing'
`,
});

export const ERASE_IDEMPOTENCY_KEYS = statement(
  'generation.erase-idempotency-keys',
  removeRows('idempotency_keys', 'account_id, key'),
);

/** Predictions that are counted at most. */
const MOST_COUNTED = 1_000;

/** Runs after `LOCK_WALLET`, so it sees every charge before it. */
export const COUNT_PROCESSING = statement('generation.count-processing', {
  parameters: { account: sql.uuid },
  row: { count: sql.integer },
  text: `
select count(*)::int as count from (
  select from predictions where account_id = $account and status = 'processing' limit ${MOST_COUNTED}) processing
`,
});
