// Fills an account with predictions of the last 30 days and their ledger entries, in the form in which the service writes them.
// Creates the secondary indexes afterwards, which is several times faster.

const BATCH = 250_000;
/** Thousandths of a credit. */
const COST = 3_000;
/** One of this many predictions failed and was refunded. */
const FAILED_ONE_IN = 40;
/** One of this many predictions has each rare value. */
const RARE_ONE_IN = 50_000;
export const RARE = {
  modelKey: 'rarely-used',
  externalUserId: 'rare-user',
  operation: 'speech',
  modality: 'audio',
};

/** $1 account, $2 its keys, $3 and $4 first and last number, $5 total number. Number 1 is the oldest. */
const PREDICTIONS = `
insert into predictions (id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
  external_user_id, deadline_at, attempts, progress, created_at, started_at, completed_at, status, outputs, output_expires_at,
  error_code, error_message)
select uuidv7(created_at - clock_timestamp()), $1, case when n % 5 > 0 then ($2::uuid[])[n % 4 + 1] end,
  case when n % 10 = 3 then 'test' else 'live' end,
  case when n % ${RARE_ONE_IN} = 1 then '${RARE.modelKey}' else 'model-' || n % 12 end, 'painted',
  case when n % ${RARE_ONE_IN} = 1 then '${RARE.modality}' when n % 12 = 0 then 'video' else 'image' end,
  case when n % ${RARE_ONE_IN} = 1 then '${RARE.operation}' when n % 12 = 0 then 'text-to-video' else 'text-to-image' end,
  'embedded', jsonb_build_object('prompt', 'a lighthouse on a cliff at dusk, number ' || n), ${COST}, 0,
  case when n % ${RARE_ONE_IN} = 1 then '${RARE.externalUserId}' when n % 3 = 0 then 'user-' || n % 3000 end,
  created_at + interval '1 hour', 1, 100, created_at, created_at, created_at + interval '3 seconds',
  case when n % ${FAILED_ONE_IN} = 0 then 'failed' else 'completed' end,
  case when n % ${FAILED_ONE_IN} > 0 then jsonb_build_array(jsonb_build_object('name', to_hex(n) || '.png', 'contentType', 'image/png',
    'bytes', 100000 + n, 'sha256', repeat('ab', 32), 'width', 1024, 'height', 576)) end,
  case when n % ${FAILED_ONE_IN} > 0 then now() + interval '30 days' end,
  case when n % ${FAILED_ONE_IN} = 0 then 'generation_failed' end,
  case when n % ${FAILED_ONE_IN} = 0 then 'The engine reported an error.' end
from generate_series($3::int, $4::int) n
  cross join lateral (select now() - interval '30 days' * (1 - n::float8 / $5::int) as created_at) t
order by n
returning id, created_at, cost, status
`;

/** The charge and the settlement of each prediction, in order. $6 is the balance before all of them. */
const ENTRIES = `
with created_predictions as (
${PREDICTIONS}
),
numbered as (
  select *, $3::int - 1 + row_number() over (order by created_at) as n from created_predictions
)
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select $1, id, t.kind, t.source, t.destination, cost,
  $6::bigint - ${COST} * (n - (n - 1) / ${FAILED_ONE_IN}) + case when t.kind = 'refund' then ${COST} else 0 end, created_at
from numbered cross join lateral (values (1, 'charge', 'wallet', 'held'),
  (2, case status when 'failed' then 'refund' else 'capture' end, 'held', case status when 'failed' then 'wallet' else 'revenue' end)
) t (step, kind, source, destination)
order by n, step
`;

/**
 * @param {{query: (text: string, values?: unknown[]) => Promise<object[]>}} database
 * @param {{accountId: string, keyIds: string[], rows: number}} account its balance covers `rows` charges; four keys
 * @param {(done: number, total: number) => void} progress
 */
export async function fillAccount(database, { accountId, keyIds, rows }, progress) {
  const indexes = await database.query(
    `select indexname as name, indexdef as make from pg_indexes i
     where tablename in ('predictions', 'ledger_transfers') and not exists (
       select from pg_constraint c where c.conname = i.indexname)`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  const [{ balance }] = await database.query('select balance from wallets where account_id = $1', [
    accountId,
  ]);
  for (let first = 1; first <= rows; first += BATCH) {
    const last = Math.min(rows, first + BATCH - 1);
    await database.query(ENTRIES, [accountId, keyIds, first, last, rows, balance]);
    progress(last, rows);
  }
  const refunded = Math.floor(rows / FAILED_ONE_IN);
  await database.query('update wallets set balance = balance - $2::bigint where account_id = $1', [
    accountId,
    (rows - refunded) * COST,
  ]);
  for (const { make } of indexes) await database.query(make);
  for (const table of ['predictions', 'ledger_transfers', 'accounts', 'wallets'])
    await database.query(`vacuum analyze ${table}`);
}

/** Creates other accounts, each with a user, for searches. */
export async function fillAccounts(database, count) {
  await database.query(
    `with created_accounts as (
       insert into accounts (id, plan) select uuidv7(make_interval(secs => -n)), 'free' from generate_series(1, $1::int) n returning id
     )
     insert into users (id, account_id, email, password_hash)
     select uuidv7(), id, 'customer-' || row_number() over () || '@' || left(md5(id::text), 8) || '.example', 'none' from created_accounts`,
    [count],
  );
  await database.query('vacuum analyze users');
  await database.query('vacuum analyze accounts');
}
