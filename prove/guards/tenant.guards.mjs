// Tenants: nobody sees, changes or ends what is another account's, or learns that it is there.
import { promise } from './broken-promise.mjs';

const KEYS_SQL = 'keys/keys.sql.js';

/** Somebody's account with a key and a prediction, and a stranger's. */
async function neighbours(world) {
  const mine = await world.caller(5);
  const theirs = await world.caller(5);
  return { mine, theirs, prediction: await world.started(mine.key) };
}

/** Somebody with a key, and a stranger who is signed in. */
async function keyAndStranger(world) {
  const { key } = await world.caller(5);
  return {
    key,
    path: `/api/keys/key_${key.id.replaceAll('-', '')}`,
    token: (await world.person()).accessToken,
  };
}

export const TENANT_GUARDS = [
  {
    name: 'tenant filter on status and cancel',
    edits: [
      {
        file: 'generation/store/prediction.reader.js',
        find: 'return row?.account_id === accountId ? row : null;',
        put: 'return row;',
      },
    ],
    async probe(world) {
      const { theirs, prediction } = await neighbours(world);
      const read = await world.ask('GET', `/api/generate/status/${prediction.publicId}`, theirs.key.secret);
      promise(read.status === 404, `a stranger read a prediction: ${read.status}`);
      const cancel = await world.ask(
        'POST',
        `/api/generate/${prediction.publicId}/cancel`,
        theirs.key.secret,
      );
      promise(cancel.status === 404, `a stranger cancelled a prediction: ${cancel.status}`);
    },
  },
  {
    name: 'tenant filter on history',
    edits: [{ file: 'history/history.reader.js', find: `.where('account_id', '=', accountId)`, put: '' }],
    async probe(world) {
      const { theirs } = await neighbours(world);
      const { text } = await world.ask('GET', '/api/generate/history', theirs.key.secret);
      promise(JSON.parse(text).items.length === 0, 'a stranger’s history shows somebody’s predictions');
    },
  },
  {
    name: 'tenant filter on the ledger',
    edits: [
      {
        file: 'credits/ledger.reader.sql.js',
        find: 'where account_id = $1 and kind',
        put: 'where $1::uuid is not null and kind',
      },
    ],
    async probe(world) {
      const { theirs } = await neighbours(world);
      const { text } = await world.ask('GET', '/api/credits/ledger', theirs.key.secret);
      promise(JSON.parse(text).items.length === 1, 'a stranger’s ledger shows somebody’s entries');
    },
  },
  {
    name: 'tenant filter on Idempotency-Keys',
    edits: [
      {
        file: 'generation/store/idempotency.store.sql.js',
        find: 'where i.account_id = $1 and i.key = any',
        put: 'where $1::uuid is not null and i.key = any',
      },
    ],
    async probe(world) {
      const { mine, theirs } = await neighbours(world);
      const headers = { 'idempotency-key': `a probe of ${mine.accountId}` };
      await world.generate(mine.key, 'none', headers);
      const answer = await world.generate(theirs.key, 'none', headers);
      promise(!answer.headers['idempotent-replayed'], 'a stranger was given somebody’s answer');
    },
  },
  {
    name: 'an Idempotency-Key of another environment is not its own',
    edits: [
      {
        file: 'generation/store/idempotency.store.js',
        find: 'rows.find((row)=>row.env === env)',
        put: 'rows.find((row)=>row.env)',
      },
    ],
    async probe(world) {
      const { accountId, key } = await world.caller(10);
      const test = await world.key(accountId, { env: 'test', place: 2 });
      const headers = { 'idempotency-key': `both of ${accountId}` };
      await world.generate(key, 'none', headers);
      const answer = await world.generate(test, 'none', headers);
      promise(!answer.headers['idempotent-replayed'], 'a test key was given a live key’s answer');
    },
  },
  {
    name: 'tenant filter on key revoke',
    edits: [
      {
        file: KEYS_SQL,
        find: 'where id = $1 and account_id = $2 returning id',
        put: 'where id = $1 and $2::uuid is not null returning id',
      },
    ],
    async probe(world) {
      const { key, path, token } = await keyAndStranger(world);
      await world.ask('DELETE', path, token);
      const { status } = await world.ask('GET', '/api/credits/balance', key.secret);
      promise(status === 200, `a stranger revoked somebody’s key: it is answered ${status}`);
    },
  },
  {
    name: 'tenant filter on key rename',
    edits: [{ file: 'keys/keys.service.js', find: /id,\s*accountId\s*\}, \{\s*name/, put: 'id }, { name' }],
    async probe(world) {
      const { key, path, token } = await keyAndStranger(world);
      await world.ask('PATCH', path, token, { name: 'taken' });
      const [{ name }] = await world.query('select name from api_keys where id = $1', [key.id]);
      promise(name !== 'taken', 'a stranger renamed somebody’s key');
    },
  },
  {
    name: 'tenant filter on reading a key',
    edits: [
      {
        file: KEYS_SQL,
        find: 'where k.id = $1 and k.account_id = $2',
        put: 'where k.id = $1 and $2::uuid is not null',
      },
    ],
    async probe(world) {
      const { path, token } = await keyAndStranger(world);
      const { status } = await world.ask('DELETE', path, token);
      promise(status === 404, `a stranger was shown somebody’s key: ${status}`);
    },
  },
];
