/** The statements about Idempotency-Keys. Their rows are written by `CREATE`, in the transaction that charges. */
import { IDEMPOTENCY_HOURS } from './prediction.creation.sql.js';

/**
 * The keys of account $1 with one of the names $2 that are within their time, with the prediction that each stands for.
 */
export const FIND_KEYS = `
select i.key, p.env, encode(i.fingerprint, 'hex') as fingerprint, p.id as "predictionId", p.model, p.model_key as "modelKey", p.modality, p.cost
from idempotency_keys i join predictions p on p.id = i.prediction_id
where i.account_id = $1 and i.key = any($2::text[]) and i.created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})
`;

/** Keys that one statement deletes: well within the time that a statement has. */
export const SWEPT_AT_ONCE = 2_000;

/** Deletes keys past their time, the oldest first. Skips rows that another worker is deleting. */
export const SWEEP_KEYS = `
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys
  where created_at <= (select clock_timestamp()) - make_interval(hours => ${IDEMPOTENCY_HOURS})
  order by created_at limit ${SWEPT_AT_ONCE} for update skip locked) returning 1
`;
