import request from 'supertest';
import { KeysService } from '../../src/keys/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { uuidOf } from '../support/public-ids.js';

interface Person {
  token: string;
  /** As in the database. */
  account: string;
}

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function newPerson(): Promise<Person> {
  const body = { email: `owner-${people++}@example.com`, password: 'correct horse battery' };
  const response = await request(app.base).post('/api/auth/register').send(body);
  const { accessToken, account } = response.body as { accessToken: string; account: { id: string } };
  return { token: accessToken, account: uuidOf(account.id) };
}

const call = (method: 'get' | 'post' | 'patch' | 'delete', path: string, { token }: Pick<Person, 'token'>) =>
  request(app.base)[method](path).auth(token, { type: 'bearer' });
const create = (person: Person, body: object = {}) =>
  call('post', '/api/keys', person).send({ name: 'Production', scopes: ['billing'], ...body });
const list = async (person: Person) =>
  (await call('get', '/api/keys', person)).body.keys as Record<string, unknown>[];
const balance = (key: string) => request(app.base).get('/api/credits/balance').auth(key, { type: 'bearer' });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const missing = (body: object) => ({ ...body, requestId: '' });

describe('POST /api/keys', () => {
  it('201: returns the flat record with the secret, which works at once', async () => {
    const person = await newPerson();
    const { status, body, headers } = await create(person, {
      name: '  Production ',
      scopes: ['billing', 'read', 'billing'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      key: expect.stringMatching(/^of_live_[0-9a-f]{48}$/),
      id: expect.stringMatching(/^key_[0-9a-f]{32}$/),
      name: 'Production',
      masked: `of_live_************${body.key.slice(-4)}`,
      prefix: 'of_live',
      scopes: ['billing', 'read'],
      rateLimit: 120,
      requests: 0,
      lastUsedAt: null,
      revokedAt: null,
      expiresAt: null,
      allowedModels: null,
      allowedIps: null,
      metadata: {},
      replaces: null,
      replacedBy: null,
      status: 'active',
      createdAt: time,
      spendLimit: null,
      spent: { credits: 0, periodEndsAt: null },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect((await balance(body.key)).status).toBe(200);
  });

  it('201: null for each setting that may be null is as none', async () => {
    const none = { allowedModels: null, allowedIps: null, expiresAt: null, metadata: null, spendLimit: null };
    const { status, body } = await create(await newPerson(), none);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...none, metadata: {} });
  });

  it('201: a test key has its own prefix and limit', async () => {
    const { body } = await create(await newPerson(), { env: 'test', rateLimit: 6000 });
    expect(body).toMatchObject({
      prefix: 'of_test',
      rateLimit: 6000,
      masked: expect.stringMatching(/^of_test_\*{12}/),
    });
    expect((await balance(body.key)).status).toBe(200);
  });

  it.each([
    ['name', { name: ' ' }],
    ['scopes', { scopes: ['admin'] }],
    ['rateLimit', { rateLimit: 10.5 }],
    ['env', { env: 'prod' }],
    ['accountId', { accountId: 'acc_1' }],
  ])('400: names the invalid field %s and creates no key', async (field, body) => {
    const person = await newPerson();
    const response = await create(person, body);
    expect(response.status).toBe(400);
    expect(response.body.details).toEqual(expect.arrayContaining([expect.objectContaining({ field })]));
    expect(await list(person)).toEqual([]);
  });

  it('400: for a number that overflows', async () => {
    const person = await newPerson();
    const response = await call('post', '/api/keys', person)
      .type('json')
      .send('{"name":"k","scopes":["read"],"rateLimit":1e999}');
    expect(response.body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  });

  it('401: without a token, and with an API key', async () => {
    const person = await newPerson();
    const { body } = await create(person);
    expect((await create({ ...person, token: body.key as string })).body).toMatchObject({
      statusCode: 401,
      code: 'invalid_token',
    });
    expect((await request(app.base).post('/api/keys').send({})).status).toBe(401);
    expect(await list(person)).toHaveLength(1);
  });

  it('409: 20 of 100 concurrent creates succeed, and one more after a revocation', async () => {
    const person = await newPerson();
    const responses = await Promise.all(Array.from({ length: 100 }, () => create(person)));
    const made = responses.filter((response) => response.status === 201);
    expect(made).toHaveLength(20);
    const refused = responses.filter((response) => response.status === 409);
    expect(refused).toHaveLength(80);
    expect(refused[0]!.body).toMatchObject({ statusCode: 409, code: 'active_key_limit_reached' });
    expect(await list(person)).toHaveLength(20);
    await call('delete', `/api/keys/${made[7]!.body.id}`, person);
    const again = await Promise.all([create(person), create(person), create(person)]);
    expect(again.map((response) => response.status).sort()).toEqual([201, 409, 409]);
  });

  it('stores only the hash of the secret', async () => {
    const { body } = await create(await newPerson());
    const [row] = await app.app
      .get(Database)
      .query<{ found: string }>(
        `select count(*) as found from api_keys k where k::text like '%' || $1 || '%'`,
        [(body.key as string).slice(8, 48)],
      );
    expect(row!.found).toBe('0');
  });
});

describe('GET /api/keys', () => {
  it('200: lists the account’s keys, newest first, including revoked ones, without secrets', async () => {
    const person = await newPerson();
    await create(await newPerson());
    const first = (await create(person, { name: 'first' })).body;
    const second = (await create(person, { name: 'second' })).body;
    await call('delete', `/api/keys/${first.id}`, person);
    const { status, body } = await call('get', '/api/keys', person);
    expect(status).toBe(200);
    const { key: _secret, success: _success, ...record } = second;
    expect(body).toEqual({
      success: true,
      keys: [record, expect.objectContaining({ id: first.id, status: 'revoked', revokedAt: time })],
      maxActive: 20,
    });
    expect(body.keys[1]).not.toHaveProperty('key');
  });

  it('200: lists all active keys and 500 revoked ones; pages of older revoked keys follow, without gaps or repeats', async () => {
    const person = await newPerson();
    const oldest = (await create(person)).body.id as string;
    await app.database.query(
      `insert into api_keys (id, account_id, name, env, last_four, secret_hash, scopes, rate_limit, place, created_at, revoked_at)
       select uuidv7(), $1::uuid, 'old', 'live', 'abcd', sha256(($1::uuid::text || n)::bytea), '{read}', 120, 1, now() + n / 2 * interval '1 ms', now()
       from generate_series(1, 1130) n`,
      [person.account],
    );
    const newest = (await create(person, { name: 'newest' })).body.id as string;
    const pages: { id: string; status: string; createdAt: string }[][] = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await call('get', `/api/keys${cursor ? `?cursor=${cursor}` : ''}`, person);
      expect(status).toBe(200);
      pages.push(body.keys);
      cursor = body.nextCursor;
    } while (cursor !== undefined);
    expect(pages.map((keys) => keys.length)).toEqual([502, 500, 130]);
    const active = pages.flat().filter(({ status }) => status === 'active');
    expect(active.map(({ id }) => id).sort()).toEqual([oldest, newest].sort());
    const rows = await app.database.query<{ id: string }>(
      `select 'key_' || replace(id::text, '-', '') as id from api_keys where account_id = $1 and revoked_at is not null
       order by created_at desc, api_keys.id desc`,
      [person.account],
    );
    const revoked = pages.flat().filter(({ status }) => status === 'revoked');
    expect(revoked.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    for (const keys of pages) {
      const times = keys.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
    }
  });

  it('200: lists each key once for callers of one account who ask at the same time', async () => {
    const person = await newPerson();
    const { id } = (await create(person)).body;
    // Called directly, so that their reads share a statement.
    const service = app.app.get(KeysService, { strict: false });
    const lists = await Promise.all(Array.from({ length: 20 }, () => service.list(person.account)));
    for (const { keys } of lists) expect(keys.map((key) => key.id)).toEqual([id]);
  });

  it('200: a cursor of another account’s key lists nothing', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { id } = (await create(person)).body;
    await call('delete', `/api/keys/${id}`, person);
    const cursor = Buffer.from(JSON.stringify([uuidOf(id as string)])).toString('base64url');
    const { status, body } = await call('get', `/api/keys?cursor=${cursor}`, other);
    expect([status, body]).toEqual([200, { success: true, keys: [], maxActive: 20 }]);
  });

  it('400: for a cursor that the list did not return, and for an unknown parameter', async () => {
    const person = await newPerson();
    for (const query of ['cursor=nonsense', 'cursor=', 'cursor=a&cursor=b', 'surprise=1']) {
      const { status, body } = await call('get', `/api/keys?${query}`, person);
      expect([query, status, body.code]).toEqual([query, 400, 'validation_failed']);
    }
  });

  it('200: shows how many requests a key authenticated, and when the last one was', async () => {
    const person = await newPerson();
    const { key } = (await create(person)).body;
    for (let i = 0; i < 3; i++) await balance(key);
    expect((await list(person))[0]).toMatchObject({ requests: 3, lastUsedAt: time });
  });
});

describe('PATCH /api/keys/:id', () => {
  it('200: renames, and changes nothing else', async () => {
    const person = await newPerson();
    const { key: _secret, ...made } = (await create(person)).body;
    const { status, body } = await call('patch', `/api/keys/${made.id}`, person).send({ name: ' Staging ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, name: 'Staging' });
  });

  it.each([
    {},
    { name: '' },
    { name: 'x', scopes: ['write'] },
    { name: 'x', rateLimit: 6001 },
    { scopes: ['write'] },
    { env: 'test' },
  ])('400: %j', async (change) => {
    const person = await newPerson();
    const { id } = (await create(person)).body;
    expect((await call('patch', `/api/keys/${id}`, person).send(change)).status).toBe(400);
    expect((await list(person))[0]).toMatchObject({
      name: 'Production',
      scopes: ['billing'],
      rateLimit: 120,
    });
  });
});

describe('DELETE /api/keys/:id', () => {
  it('200: the next request with the key gets 401; a repeated revocation returns the same record', async () => {
    const person = await newPerson();
    const { key, id } = (await create(person)).body;
    expect((await balance(key)).status).toBe(200);
    const revoked = await call('delete', `/api/keys/${id}`, person);
    expect((await balance(key)).body).toMatchObject({ statusCode: 401, code: 'invalid_api_key' });
    expect(revoked.status).toBe(200);
    expect(revoked.body).toMatchObject({ success: true, id, status: 'revoked', revokedAt: time });
    expect(revoked.body).not.toHaveProperty('key');
    expect((await call('delete', `/api/keys/${id}`, person)).body).toEqual(revoked.body);
  });

  it('200: returns the same record to concurrent revocations', async () => {
    const person = await newPerson();
    const { id } = (await create(person)).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('delete', `/api/keys/${id}`, person)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  });
});

describe('a foreign, unknown or invalid key id', () => {
  it.each(['patch', 'delete'] as const)('404: the same response to %s', async (method) => {
    const person = await newPerson();
    const foreign = (await create(await newPerson())).body;
    const ids = [
      foreign.id,
      `key_${'0'.repeat(32)}`,
      'key_1',
      foreign.id.toUpperCase(),
      "key_' or true --",
      '..%2f',
    ];
    for (const id of ids) {
      const response = await call(method, `/api/keys/${encodeURIComponent(id)}`, person).send({
        name: 'mine',
      });
      expect(response.status).toBe(404);
      expect(missing(response.body)).toEqual({
        statusCode: 404,
        code: 'key_not_found',
        message: 'This API key does not exist.',
        requestId: '',
      });
    }
    expect((await balance(foreign.key)).status).toBe(200);
  });
});
