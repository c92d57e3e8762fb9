/** The statements of exports. */
import type { PredictionEntity } from '../../generation/index.js';
import type { RowOf } from '../../platform/database/index.js';

/** LEASE: begins export $2 of account $1 for $3 seconds. No row while another one runs. */
export const LEASE = `
insert into account_exports as e (account_id, id, lease_until)
values ($1, $2, clock_timestamp() + make_interval(secs => $3))
on conflict (account_id) do update set id = excluded.id, lease_until = excluded.lease_until
where e.lease_until <= clock_timestamp()
returning id
`;

/** RENEW: export $2 of account $1 goes on for $3 more seconds. */
export const RENEW = `
update account_exports set lease_until = clock_timestamp() + make_interval(secs => $3) where account_id = $1 and id = $2
`;

/** END: ends export $2 of account $1. */
export const END = 'delete from account_exports where account_id = $1 and id = $2';

/** Predictions in memory at once: the input of each can have almost 1 MiB. */
export const PREDICTIONS_PER_BATCH = 20;

export interface ExportedPredictionRow extends RowOf<
  PredictionEntity,
  | 'id'
  | 'created_at'
  | 'started_at'
  | 'completed_at'
  | 'deleted_at'
  | 'status'
  | 'model_key'
  | 'model'
  | 'modality'
  | 'operation'
  | 'env'
  | 'key_id'
  | 'external_user_id'
  | 'cost'
  | 'input'
  | 'metadata'
  | 'error_code'
  | 'error_message'
  | 'output_expires_at'
  | 'outputs_removed_at'
> {
  outputs: { name: string; contentType: string; bytes: number; sha256: string }[] | null;
  created_exact: string;
}

/** PREDICTIONS: the next predictions of account $1 before the position ($2, $3), newest first. Inline files are left out of the input. */
export const PREDICTIONS = `
select id, created_at, started_at, completed_at, deleted_at, status, model_key, model, modality, operation, env, key_id, external_user_id,
  cost, input, metadata, error_code, error_message, outputs, output_expires_at, outputs_removed_at, created_at::text as created_exact
from predictions
where account_id = $1 and (created_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
order by created_at desc, id desc limit ${PREDICTIONS_PER_BATCH}
`;

/** End users in memory at once. */
export const END_USERS_PER_BATCH = 50;

export interface EndUserRow {
  external_user_id: string;
  predictions: number;
  charged: string;
  refunded: string;
}

/**
 * END_USERS: the next end users of account $1 after the id $2, with what their final predictions cost.
 * - end_user_ids: their ids. Each is the first one of the index after the one before.
 */
export const END_USERS = `
with recursive end_user_ids (external_user_id, place) as (
  (select external_user_id, 1 from predictions
   where account_id = $1 and external_user_id > $2 and status <> 'processing' order by external_user_id limit 1)
  union all
  select n.external_user_id, e.place + 1 from end_user_ids e cross join lateral (
    select p.external_user_id from predictions p
    where p.account_id = $1 and p.external_user_id > e.external_user_id and p.status <> 'processing'
    order by p.external_user_id limit 1) n
  where e.place < ${END_USERS_PER_BATCH}
)
select e.external_user_id, s.predictions, s.charged, s.refunded
from end_user_ids e cross join lateral (
  select count(*)::int as predictions, coalesce(sum(cost), 0) as charged,
    coalesce(sum(cost) filter (where status = 'failed'), 0) as refunded
  from predictions p where p.account_id = $1 and p.external_user_id = e.external_user_id and p.status <> 'processing') s
order by e.external_user_id
`;

export interface UploadRow {
  name: string;
  bytes: string;
  created_at: Date;
  expires_at: Date;
}

/** Uploads of an account take at most 500 MB, and are removed after a day. */
export const MOST_UPLOADS = 10_000;

/** UPLOADS: the uploads of account $1. */
export const UPLOADS = `
select name, bytes, created_at, expires_at from uploads where account_id = $1 order by created_at, id limit ${MOST_UPLOADS}
`;
