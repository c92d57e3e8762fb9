/**
 * Seeds a database for most rows: accounts, their keys, and one begun prediction of each. Ids are numbered, so that pgbench can
 * compute them too (floors/create.sql).
 */
import { createSecret, hashSecret } from '../dist/keys/key-secret.js';

/** Accounts 1 … 1,000 have one key each. Each of the others belongs to one row and has 20 keys, the maximum. */
export const CUSTOMERS = 1000;
export const HOT_ACCOUNT = 1001;
export const HOT_KEYS = 1002;
export const LONG_HISTORY = 1003;
export const SHORT_HISTORY = 1004;
const KEYS = 20;

export const uuid = (kind, number) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
/** Returns SQL that computes the number from an id. */
export const numberOf = (id) => `('x' || right(${id}::text, 8))::bit(32)::int`;
export const uuidOf = (kind, number) =>
  `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Returns the id of the prediction that an account polls. */
export const predictionOf = (account) => uuidOf('b', account);

/** Grants each account a billion credits, with a ledger entry. */
const ACCOUNTS = `
with created_accounts as (
  insert into accounts (id, plan) select ${uuid('a', 'n')}, 'free' from generate_series($1::int, $2::int) n returning id
),
filled_wallets as (
  insert into wallets (account_id, balance) select id, 1000000000000 from created_accounts
)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', 1000000000000, 1000000000000 from created_accounts
`;

const KEY = `
with created_keys as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place)
  select ${uuid('c', 'account * 32 + place')}, ${uuid('a', 'account')}, 'bench', 'live', last_four, hash, '{read,write,billing}', 6000, place
  from unnest($1::int[], $2::int[], $3::text[], $4::bytea[]) as k (account, place, last_four, hash) returning id
)
insert into budgets (subject) select 'key:' || id from created_keys
`;

const COLUMNS = `id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
  deadline_at, attempts, progress`;
const VALUES = `'live', 'embedded-image', 'embedded/scene-image', 'image', 'text-to-image', 'embedded',
  jsonb_build_object('prompt', 'a lighthouse on a cliff at dusk, number ' || n, 'aspectRatio', '16:9'), 3000, 0,
  now() + interval '30 days', 1`;

/** Creates one prediction per account from $1 to $2, half done at its engine, for the polls. */
const BEGUN = `
insert into predictions (${COLUMNS}, started_at, run_at, provider_ref)
select ${uuid('b', 'n')}, ${uuid('a', 'n')}, ${uuid('c', 'n * 32 + 1')}, ${VALUES}, 50, now(), now() + interval '30 days', '{}'
from generate_series($1::int, $2::int) n
`;

/** Creates completed predictions, a minute apart, for n from $2 to $3. @param id @param account SQL expressions over n. */
const completed = (id, account) => `
insert into predictions (${COLUMNS}, status, created_at, started_at, completed_at, outputs, output_expires_at)
select ${id}, ${uuid('a', account)}, ${uuid('c', `(${account}) * 32 + 1`)}, ${VALUES}, 100, 'completed',
  now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => n, secs => -3),
  jsonb_build_array(jsonb_build_object('name', to_hex(n) || '.png', 'contentType', 'image/png', 'bytes', 100000 + n,
    'sha256', repeat('ab', 32), 'width', 1024, 'height', 576)), now() + interval '30 days'
from generate_series($2::int, $3::int) n
`;
const COMPLETED_OF_ONE_ACCOUNT = completed('uuidv7(make_interval(mins => -n))', '$1::int');
/** Distributes the predictions evenly over the accounts. Ids are numbered, so that any prediction can be polled. */
const COMPLETED_OF_ALL_ACCOUNTS = completed(uuid('d', 'n'), '1 + n % $1::int');
export const filledPrediction = (number) => uuidOf('d', number);

/** Creates the accounts from `first` to `last`. @returns account → secrets of its keys. */
async function seedAccounts(client, first, last, keysEach) {
  await client.query(ACCOUNTS, [first, last]);
  const keys = [];
  for (let account = first; account <= last; account++) {
    for (let place = 1; place <= keysEach; place++)
      keys.push({ account, place, secret: createSecret('live') });
  }
  await client.query(KEY, [
    keys.map(({ account }) => account),
    keys.map(({ place }) => place),
    keys.map(({ secret }) => secret.slice(-4)),
    keys.map(({ secret }) => hashSecret(secret)),
  ]);
  const secrets = new Map();
  for (const { account, secret } of keys) secrets.set(account, [...(secrets.get(account) ?? []), secret]);
  return secrets;
}

/** Seeds the base database of every row. @returns account → secrets. */
export async function seedBase(client) {
  const customers = await seedAccounts(client, 1, CUSTOMERS, 1);
  const others = await seedAccounts(client, HOT_ACCOUNT, SHORT_HISTORY, KEYS);
  await client.query(BEGUN, [1, HOT_KEYS]);
  await client.query('vacuum analyze');
  return new Map([...customers, ...others]);
}

/** Creates a user of each customer's account, with one sign-in. */
const SIGN_INS = `
with created_users as (
  insert into users (id, account_id, email, password_hash)
  select ${uuid('e', 'n')}, ${uuid('a', 'n')}, 'customer-' || n || '@example.com', 'none' from generate_series(1, $1::int) n
)
insert into sign_in_families (id, user_id, expires_at)
select ${uuid('f', 'n')}, ${uuid('e', 'n')}, now() + interval '30 days' from generate_series(1, $1::int) n
`;

/** Signs in every customer: user `e…`, sign-in `f…`, numbered like their accounts. */
export async function seedSignIns(client) {
  await client.query(SIGN_INS, [CUSTOMERS]);
  await client.query('vacuum analyze users, sign_in_families');
}

/** Creates a history of one account. */
export async function seedHistory(client, account, rows, log) {
  await inBatches(rows, log, (first, last) => client.query(COMPLETED_OF_ONE_ACCOUNT, [account, first, last]));
}

/**
 * Creates charge and capture of the predictions from $2 to $3 of `fillTable`. An account's predictions are every $1-th one, so
 * the balance after each charge follows from the number.
 */
const LEDGER_OF_ALL_ACCOUNTS = `
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select ${uuid('a', '1 + n % $1::int')}, ${uuid('d', 'n')}, kind, source, destination, 3000,
  1000000000000 - 3000 * ceil(n::numeric / $1::int)::bigint, now()
from generate_series($2::int, $3::int) n
  cross join (values ('charge', 'wallet', 'held'), ('capture', 'held', 'revenue')) t (kind, source, destination)
order by n, kind desc
`;
/** Subtracts the charges of $2 predictions from the wallets of the $1 accounts. */
const DEBITS_OF_ALL_ACCOUNTS = `
update wallets a set balance = balance - 3000 * charged.count
from (select 1 + n % $1::int as account, count(*) from generate_series(1, $2::int) n group by 1) charged
where a.account_id = ${uuid('a', 'charged.account')}
`;

/**
 * Fills the tables with completed predictions and their ledger, as if they had been created one after the other. Creates
 * secondary indexes afterwards, which is several times faster.
 */
export async function fillTable(client, rows, log) {
  const { rows: indexes } = await client.query(
    `select indexname as name, indexdef as make from pg_indexes
     where tablename in ('predictions', 'ledger_transfers') and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await inBatches(rows, log, async (first, last) => {
    await client.query(COMPLETED_OF_ALL_ACCOUNTS, [CUSTOMERS, first, last]);
    await client.query(LEDGER_OF_ALL_ACCOUNTS, [CUSTOMERS, first, last]);
  });
  await client.query(DEBITS_OF_ALL_ACCOUNTS, [CUSTOMERS, rows]);
  for (const { make } of indexes) await client.query(make);
  log('indexes created');
  await client.query('vacuum analyze predictions, ledger_transfers, accounts');
}

const BATCH_ROWS = 500_000;

async function inBatches(rows, log, insert) {
  for (let first = 1; first <= rows; first += BATCH_ROWS) {
    const last = Math.min(rows, first + BATCH_ROWS - 1);
    await insert(first, last);
    log(`${last.toLocaleString('en')} predictions in the table`);
  }
}
