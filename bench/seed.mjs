/**
 * Puts into the database what the rows are measured on: accounts, their keys, and predictions. Ids are numbered, so
 * that pgbench, which knows nothing of ours, can name them too (floors/create.sql).
 */
import { hashSecret, makeSecret } from '../dist/keys/key-secret.js';

/** Accounts 1 … 1,000 have one key each; the others are for one row of the table each, and have 20, the most there are. */
export const CUSTOMERS = 1000;
export const HOT_ACCOUNT = 1001;
export const HOT_KEYS = 1002;
export const LONG_HISTORY = 1003;
export const SHORT_HISTORY = 1004;
const KEYS = 20;

const uuid = (kind, number) => `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const uuidOf = (kind, number) => `${kind}0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** What an account's status poll asks for. */
export const predictionOf = (account) => uuidOf('b', account);

/** A billion credits: nobody runs dry, and the ledger adds up. */
const ACCOUNTS = `
with made as (
  insert into accounts (id, plan, balance)
  select ${uuid('a', 'n')}, 'free', 1000000000000 from generate_series($1::int, $2::int) n returning id, balance
)
insert into ledger_transfers (account_id, kind, source, destination, amount, balance_after)
select id, 'grant', 'system', 'wallet', balance, balance from made
`;

const KEY = `
with made as (
  insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place)
  select ${uuid('c', 'account * 32 + place')}, ${uuid('a', 'account')}, 'bench', 'live', last_four, hash, '{read,write,billing}', 6000, place
  from unnest($1::int[], $2::int[], $3::text[], $4::bytea[]) as k (account, place, last_four, hash) returning id
)
insert into rate_windows (subject) select 'key:' || id from made
`;

const COLUMNS = `id, account_id, key_id, env, model_key, model, modality, operation, provider, input, cost, fair_tag,
  deadline_at, attempts, progress`;
const VALUES = `'live', 'embedded-image', 'embedded/scene-image', 'image', 'text-to-image', 'embedded',
  jsonb_build_object('prompt', 'a lighthouse on a cliff at dusk, number ' || n, 'aspectRatio', '16:9'), 3000, 0,
  now() + interval '30 days', 1`;

/** One prediction per account from $1 to $2, with an engine that is half through it: what is polled. */
const BEGUN = `
insert into predictions (${COLUMNS}, started_at)
select ${uuid('b', 'n')}, ${uuid('a', 'n')}, ${uuid('c', 'n * 32 + 1')}, ${VALUES}, 50, now()
from generate_series($1::int, $2::int) n
`;

/** Completed predictions of account $1, a minute apart. */
const HISTORY = `
insert into predictions (${COLUMNS}, status, created_at, started_at, completed_at, outputs, output_expires_at)
select uuidv7(make_interval(mins => -n)), ${uuid('a', '$1::int')}, ${uuid('c', '$1::int * 32 + 1')}, ${VALUES}, 100, 'completed',
  now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => n, secs => -3),
  jsonb_build_array(jsonb_build_object('name', to_hex(n) || '.png', 'contentType', 'image/png', 'bytes', 100000 + n,
    'sha256', repeat('ab', 32), 'width', 1024, 'height', 576)), now() + interval '30 days'
from generate_series($2::int, $3::int) n
`;
const HISTORY_BATCH = 100_000;

/** Makes the accounts from `first` to `last`. @returns account → secrets of its keys. */
export async function seedAccounts(client, first, last, keysEach = 1) {
  await client.query(ACCOUNTS, [first, last]);
  const keys = [];
  for (let account = first; account <= last; account++) {
    for (let place = 1; place <= keysEach; place++) keys.push({ account, place, secret: makeSecret('live') });
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

/** Everything the HTTP rows are measured on. @returns account → secrets. */
export async function seedAll(client, historyRows, log) {
  const secrets = await seedAccounts(client, 1, CUSTOMERS);
  for (const [account, own] of await seedAccounts(client, HOT_ACCOUNT, SHORT_HISTORY, KEYS)) {
    secrets.set(account, own);
  }
  await client.query(BEGUN, [1, HOT_KEYS]);
  await client.query(HISTORY, [SHORT_HISTORY, 1, 1000]);
  for (let first = 1; first <= historyRows; first += HISTORY_BATCH) {
    const last = Math.min(historyRows, first + HISTORY_BATCH - 1);
    await client.query(HISTORY, [LONG_HISTORY, first, last]);
    log(`${last.toLocaleString('en')} predictions in the history`);
  }
  await client.query('vacuum analyze');
  return secrets;
}
