/** The statements of exports that read predictions. */
import { columns, rowOf, type RowOfStatement, sql, statement } from '../platform/database/index.js';
import { PredictionEntity } from './prediction.entity.js';
import { STORED_COLUMNS } from './request-fields.js';

/** Predictions in memory at once: the input of each can have almost 1 MiB. */
export const PREDICTIONS_PER_BATCH = 20;

interface ExportedOutput {
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
}

const COLUMNS = [
  'id',
  'created_at',
  'started_at',
  'completed_at',
  'deleted_at',
  'status',
  'model_key',
  'model',
  'modality',
  'operation',
  'env',
  'key_id',
  'cost',
  'input',
  ...STORED_COLUMNS,
  'error_code',
  'error_message',
  'output_expires_at',
  'outputs_removed_at',
] as const;

/** Returns the next predictions before a position, newest first. Inline files are left out of the input. */
export const PREDICTIONS = statement('generation.exported-predictions', {
  parameters: { account: sql.uuid, createdAt: sql.timestamptz.orNull, id: sql.uuid.orNull },
  row: {
    ...rowOf(PredictionEntity, ...COLUMNS),
    outputs: sql.jsonb.orNull.as<ExportedOutput[] | null>(),
    created_exact: sql.text,
  },
  text: `
select ${columns<PredictionEntity>(...COLUMNS)}, outputs, created_at::text as created_exact
from predictions
where account_id = $account
  and (created_at, id) < (coalesce($createdAt::timestamptz, 'infinity'), coalesce($id::uuid, '00000000-0000-0000-0000-000000000000'))
order by created_at desc, id desc limit ${PREDICTIONS_PER_BATCH}
`,
});

export type ExportedPredictionRow = RowOfStatement<typeof PREDICTIONS>;

/** End users in memory at once. */
export const END_USERS_PER_BATCH = 50;

/**
 * Returns the next end users after an id, with what their final predictions cost.
 * - end_user_ids: their ids. Each is the first one of the index after the one before.
 */
export const END_USERS = statement('generation.exported-end-users', {
  parameters: { account: sql.uuid, after: sql.text },
  row: {
    external_user_id: sql.text.notNull,
    predictions: sql.integer,
    charged: sql.numeric,
    refunded: sql.numeric,
  },
  text: `
with recursive end_user_ids (external_user_id, place) as (
  (select external_user_id, 1 from predictions
   where account_id = $account and external_user_id > $after and status <> 'processing' order by external_user_id limit 1)
  union all
  select n.external_user_id, e.place + 1 from end_user_ids e cross join lateral (
    select p.external_user_id from predictions p
    where p.account_id = $account and p.external_user_id > e.external_user_id and p.status <> 'processing'
    order by p.external_user_id limit 1) n
  where e.place < ${END_USERS_PER_BATCH}
)
select e.external_user_id, s.predictions, s.charged, s.refunded
from end_user_ids e cross join lateral (
  select count(*)::int as predictions, coalesce(sum(cost), 0) as charged,
    coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded
  from predictions p
  where p.account_id = $account and p.external_user_id = e.external_user_id and p.status <> 'processing') s
order by e.external_user_id
`,
});
