/** `CREATE` inserts the rows of Idempotency-Keys, in the transaction of the charge. */
import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { IDEMPOTENCY_HOURS } from './prediction.creation.sql.js';

/** Each key comes with what the response to its first request contained. */
export const FIND_KEYS = statement('generation.find-keys', {
  parameters: { account: sql.uuid, keys: sql.text.array },
  row: {
    ...rowOf(IdempotencyKeyEntity, 'key'),
    ...rowOf(PredictionEntity, 'env', 'model', 'modality', 'cost'),
    /** SHA-256, hex. */
    fingerprint: sql.text,
    predictionId: sql.uuid,
    modelKey: sql.text,
  },
  isPrepared: true,
  text: `
select i.key, p.env, encode(i.fingerprint, 'hex') as fingerprint, p.id as "predictionId", p.model, p.model_key as "modelKey", p.modality, p.cost
from idempotency_keys i join predictions p on p.id = i.prediction_id
where i.account_id = $account and i.key = any($keys::text[]) and i.created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})
`,
});

export type FirstResponse = RowOfStatement<typeof FIND_KEYS>;

/** One statement deletes so many keys, well below its timeout. */
export const MAX_SWEPT = 2_000;

/** Skips rows that another worker has locked. */
export const SWEEP_KEYS = statement('generation.sweep-keys', {
  parameters: {},
  text: `
delete from idempotency_keys where (account_id, key) in (
  select account_id, key from idempotency_keys
  where created_at <= (select clock_timestamp()) - make_interval(hours => ${IDEMPOTENCY_HOURS})
  order by created_at limit ${MAX_SWEPT} for update skip locked) returning 1
`,
});
