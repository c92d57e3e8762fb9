// Guards of tenancy: no account can read, change or end another account's data, or learn that it exists.
import { expectHolds } from './broken-guarantee.mjs';

const KEYS_SQL = 'keys/keys.sql.js';

/** The lookup of a key: the first step of every change of a key. */
const READ_KEY = {
  file: KEYS_SQL,
  find: 'where k.id = $key and k.account_id = $account',
  put: 'where k.id = $key and $account::uuid is not null',
};

/** Creates an account with a key and a prediction, and a second account. */
async function createTenants(world) {
  const mine = await world.createCaller(5);
  const theirs = await world.createCaller(5);
  return { mine, theirs, prediction: await world.startPrediction(mine.key) };
}

/** Creates a key, and a signed-in user of another account. */
async function createKeyAndOtherUser(world) {
  const { key } = await world.createCaller(5);
  return {
    key,
    path: `/api/keys/key_${key.id.replaceAll('-', '')}`,
    token: (await world.signUp()).accessToken,
  };
}

export const TENANT_GUARDS = [
  {
    name: 'tenant filter on status and cancel',
    edits: [
      {
        file: 'generation/prediction.reader.js',
        find: 'return row?.account_id === accountId ? row : null;',
        put: 'return row;',
      },
    ],
    async probe(world) {
      const { theirs, prediction } = await createTenants(world);
      const read = await world.request(
        'GET',
        `/api/generate/status/${prediction.publicId}`,
        theirs.key.secret,
      );
      expectHolds(read.status === 404, `another account read a prediction: ${read.status}`);
      const cancel = await world.request(
        'POST',
        `/api/generate/${prediction.publicId}/cancel`,
        theirs.key.secret,
      );
      expectHolds(cancel.status === 404, `another account cancelled a prediction: ${cancel.status}`);
    },
  },
  {
    name: 'tenant filter on history',
    edits: [{ file: 'history/history.reader.js', find: `.where('account_id', '=', accountId)`, put: '' }],
    async probe(world) {
      const { theirs } = await createTenants(world);
      const { text } = await world.request('GET', '/api/generate/history', theirs.key.secret);
      expectHolds(JSON.parse(text).items.length === 0, 'a history contains predictions of another account');
    },
  },
  {
    name: 'tenant filter on the ledger',
    edits: [
      {
        file: 'credits/ledger.reader.sql.js',
        find: 'where account_id = ${account} and kind',
        put: 'where ${account}::uuid is not null and kind',
      },
    ],
    async probe(world) {
      const { theirs } = await createTenants(world);
      const { text } = await world.request('GET', '/api/credits/ledger', theirs.key.secret);
      expectHolds(JSON.parse(text).items.length === 1, 'a ledger contains entries of another account');
    },
  },
  {
    name: 'tenant filter on Idempotency-Keys',
    edits: [
      {
        file: 'generation/creation/idempotency.store.sql.js',
        find: 'where i.account_id = $account and i.key = any',
        put: 'where $account::uuid is not null and i.key = any',
      },
    ],
    async probe(world) {
      const { mine, theirs } = await createTenants(world);
      const headers = { 'idempotency-key': `a probe of ${mine.accountId}` };
      await world.generate(mine.key, 'none', headers);
      const answer = await world.generate(theirs.key, 'none', headers);
      expectHolds(!answer.headers['idempotent-replayed'], 'a response of another account was replayed');
    },
  },
  {
    name: 'an Idempotency-Key is separate per environment',
    edits: [
      {
        file: 'generation/creation/idempotency.store.js',
        find: 'rows.find((row)=>row.env === env)',
        put: 'rows.find((row)=>row.env)',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.createCaller(10);
      const test = await world.createKey(accountId, { env: 'test', place: 2 });
      const headers = { 'idempotency-key': `both of ${accountId}` };
      await world.generate(key, 'none', headers);
      const answer = await world.generate(test, 'none', headers);
      expectHolds(
        !answer.headers['idempotent-replayed'],
        'a response to a live key was replayed to a test key',
      );
    },
  },
  {
    name: 'tenant filter on key revoke',
    edits: [
      READ_KEY,
      {
        file: KEYS_SQL,
        find: 'where id = $key and account_id = $account returning id',
        put: 'where id = $key and $account::uuid is not null returning id',
      },
    ],
    async probe(world) {
      const { key, path, token } = await createKeyAndOtherUser(world);
      await world.request('DELETE', path, token);
      const { status } = await world.request('GET', '/api/credits/balance', key.secret);
      expectHolds(status === 200, `another account revoked a key: it is answered ${status}`);
    },
  },
  {
    name: 'tenant filter on key rename',
    edits: [
      READ_KEY,
      { file: 'keys/keys.service.js', find: /id,\s*accountId\s*\}, columns/, put: 'id }, columns' },
    ],
    async probe(world) {
      const { key, path, token } = await createKeyAndOtherUser(world);
      await world.request('PATCH', path, token, { name: 'taken' });
      const [{ name }] = await world.query('select name from api_keys where id = $1', [key.id]);
      expectHolds(name !== 'taken', 'another account renamed a key');
    },
  },
  {
    name: 'tenant filter on reading a key',
    edits: [READ_KEY],
    async probe(world) {
      const { path, token } = await createKeyAndOtherUser(world);
      const { status } = await world.request('DELETE', path, token);
      expectHolds(status === 404, `another account read a key: ${status}`);
    },
  },
];
