/** The statements about Idempotency-Keys. `CREATE` inserts their rows, in the transaction of the charge. */
import { IDEMPOTENCY_HOURS } from './prediction.creation.sql.js';

/** The unexpired keys of the account $1 with one of the names $2, each with its prediction. */
export const FIND_KEYS = `
select i.key, p.env, encode(i.fingerprint, 'hex') as fingerprint, p.id as "predictionId", p.model, p.model_key as "modelKey", p.modality, p.cost
from idempotency_keys i join predictions p on p.id = i.prediction_id
where i.account_id = $1 and i.key = any($2::text[]) and i.created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})
`;

/** Keys that one statement deletes; stays well below the statement timeout. */
export const MAX_SWEPT = 2_000;

/** Deletes expired keys, oldest first. Skips rows that another worker has locked. */
export const SWEEP_KEYS = `
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys
  where created_at <= (select clock_timestamp()) - make_interval(hours => ${IDEMPOTENCY_HOURS})
  order by created_at limit ${MAX_SWEPT} for update skip locked) returning 1
`;
