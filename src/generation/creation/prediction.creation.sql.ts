/** The parts that move credits come from `credits/ledger.sql.ts`. */
import {
  AFFORDABLE_CALLS,
  AFFORDABLE_CALLS_WITHIN_LIMITS,
  CHARGE_COUNTERS,
  countersOf,
  DEBIT_WALLETS,
  ENTER_CHARGES,
  LOCK_COUNTERS,
  lockWallets,
  NOT_DUE,
} from '../../credits/index.js';
import {
  rowOf,
  type RowOfColumns,
  type RowOfStatement,
  sql,
  statement,
} from '../../platform/database/index.js';
import { PredictionEntity } from '../prediction.entity.js';
import { STORED_COLUMNS } from '../request-fields.js';
import type { SpendRoom } from './creation-refusal.js';

export const IDEMPOTENCY_HOURS = 24;

/** The columns that calls have under the same names. */
const INSERTED = Object.entries(
  rowOf(
    PredictionEntity,
    ...(['id', 'account_id', 'key_id', 'env', 'model_key', 'model', 'modality', 'operation'] as const),
    ...(['provider', 'input', 'inline_media', 'inline_bytes', ...STORED_COLUMNS, 'cost'] as const),
    ...(['workload', 'weight', 'trace_context', 'price_version'] as const),
  ),
);
const listed = (write: (column: string, type: string) => string) =>
  INSERTED.map(([column, { name }]) => write(column, name)).join(', ');

interface Parts {
  affordableCalls: string;
  /** Of `created_predictions`: the column and its value. */
  createdAt: [column: string, value: string];
  chargeCounters: string;
  result: string;
}

/**
 * Creates and charges predictions, all or nothing for each, in the transaction of the statement. Returns a row for each call of a known
 * account. `ord`: its number in `calls`. `balance`: of its account after the whole batch. `is_due`: credits of the account have expired and
 * are still in its wallet; they are taken out first.
 *
 * - calls: the calls, from JSON.
 * - locked_wallets: the wallets of their accounts, locked.
 * - affordable_calls: the calls that the wallet of their account can pay, in the order of the batch.
 * - first_uses: Idempotency-Keys that are new, or expired but not yet deleted. A batch never contains a key twice: `IdempotencyStore` runs
 *   one request per key at a time.
 * - accepted_calls: affordable calls without a key or with a first use. `spent` and `weighed` are running sums per account.
 * - account_totals: cost and weight per account.
 * - debited_wallets: the wallets, debited.
 * - created_predictions: `fair_tag` spaces the predictions of an account by their expected work (`weight`), from the clock of the queue on.
 *   So an account with ten thousand waiting predictions does not delay an account with one. With a plan that bounds the predictions in
 *   flight, `fair_tag` comes with the place (plan-places.sql.ts).
 * - charge_entries: the entry of each charge.
 */
const create = ({ affordableCalls, createdAt, chargeCounters, result }: Parts) => `
with calls as materialized (
  select * from jsonb_to_recordset($calls::jsonb) as c (
    ord int, ${listed((column, type) => `${column} ${type}`)},
    deadline_seconds float8, waits_for_plan boolean, idempotency_key text, fingerprint text)
),
${lockWallets('calls')},
${affordableCalls},
first_uses as (
  insert into idempotency_keys (account_id, key, fingerprint, prediction_id)
  select account_id, idempotency_key, decode(fingerprint, 'hex'), id from affordable_calls where idempotency_key is not null
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, prediction_id = excluded.prediction_id, created_at = clock_timestamp()
    where idempotency_keys.created_at <= clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})
  returning prediction_id
),
accepted_calls as materialized (
  select a.*, sum(cost) over sofar as spent, sum(weight) over sofar as weighed
  from affordable_calls a
  where idempotency_key is null or id in (select prediction_id from first_uses)
  window sofar as (partition by account_id order by ord)
),
account_totals as materialized (
  select account_id, sum(cost) as cost, sum(weight) as weight from accepted_calls group by account_id
),
${DEBIT_WALLETS},
created_predictions as (
  insert into predictions (${listed((column) => column)}, fair_tag, plan_tag, deadline_at${createdAt[0]})
  select ${listed((column) => `a.${column}`)},
    case when a.waits_for_plan then null else t.tag end, case when a.waits_for_plan then t.tag end,
    clock_timestamp() + make_interval(secs => a.deadline_seconds)${createdAt[1]}
  from accepted_calls a join locked_wallets w on w.account_id = a.account_id cross join lateral (
    select greatest(w.fair_tag, (select tag from queue_clock order by tag desc limit 1)) + a.weighed - a.weight as tag) t
),
${ENTER_CHARGES}${chargeCounters}
select c.ord, a.id is not null as accepted, w.balance - coalesce(t.cost, 0) as balance, w.owed, not ${NOT_DUE} as is_due, ${result}
from calls c join locked_wallets w on w.account_id = c.account_id
left join accepted_calls a on a.ord = c.ord
left join account_totals t on t.account_id = c.account_id
`;

/** Thousandths of a credit. */
const CREATED_ROW = {
  ord: sql.integer,
  accepted: sql.boolean,
  balance: sql.numeric,
  owed: sql.bigint,
  is_due: sql.boolean,
};

/** In thousandths of a credit. */
interface Counter {
  kind: SpendRoom['kind'];
  subject: string;
  credits: string;
  spent: string;
  periodEnd: string | null;
  /** False: its period does not contain the statement's clock. */
  isCurrent: boolean;
}

/** For accounts without spend limits. A call of another account is not accepted but `needs_limits`, by the locked row. */
export const CREATE = statement('generation.create', {
  parameters: { calls: sql.jsonb },
  row: { ...CREATED_ROW, needs_limits: sql.boolean },
  isPrepared: true,
  text: create({
    affordableCalls: AFFORDABLE_CALLS,
    createdAt: ['', ''],
    chargeCounters: '',
    result: 'w.spend_limits > 0 as needs_limits',
  }),
});

/**
 * For all accounts. Also locks and charges the counters of keys and end users (`spend-counters.sql.ts`). A call that is not accepted gets
 * the counters after the batch, the key's first, and `is_stale` when a limit of its account was set while the statement waited.
 */
export const CREATE_WITHIN_LIMITS = statement('generation.create-within-limits', {
  parameters: { calls: sql.jsonb },
  row: {
    ...CREATED_ROW,
    is_stale: sql.boolean,
    needs_no_limits: sql.boolean,
    counters: sql.jsonb.as<Counter[]>().orNull,
  },
  isPrepared: true,
  text: create({
    affordableCalls: `${LOCK_COUNTERS},\n${AFFORDABLE_CALLS_WITHIN_LIMITS}`,
    createdAt: [', created_at', ',\n    (select now from clock)'],
    chargeCounters: `,\n${CHARGE_COUNTERS}`,
    result: `w.is_stale, w.spend_limits = 0 as needs_no_limits,
  case when a.id is null then ${countersOf('c.ord')} end as counters`,
  }),
});

export type Creation = RowOfColumns<typeof CREATED_ROW> &
  Partial<RowOfStatement<typeof CREATE> & RowOfStatement<typeof CREATE_WITHIN_LIMITS>>;

/** Returns a row if the account has the Idempotency-Key and it has not expired. */
export const FIND_USED_KEY = statement('generation.find-used-key', {
  parameters: { account: sql.uuid, key: sql.text },
  text: `select 1 from idempotency_keys where account_id = $account and key = $key
       and created_at > clock_timestamp() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
});
