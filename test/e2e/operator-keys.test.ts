/** /api/admin/operator-keys: administrators create, list and revoke operator keys. */
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { itRejectsInvalidPages, pagesOf } from '../support/lists.js';
import { createOperatorKey, OPERATOR_SCOPES } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal, TIME } from '../support/refusals.js';

const PATH = '/api/admin/operator-keys';
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());
afterEach(() => app.database.query('update operator_keys set revoked_at = now() where revoked_at is null'));

const create = (body: unknown, token: string | undefined = admin.accessToken) =>
  call(app.base, 'POST', PATH, { token, body });
const list = (token: string | undefined = admin.accessToken) => call(app.base, 'GET', PATH, { token });
const revoke = (id: string, token: string | undefined = admin.accessToken) =>
  call(app.base, 'DELETE', `${PATH}/${id}`, { token });
const eventsOf = async (id: string) =>
  (await call(app.base, 'GET', `/api/admin/audit?target=${id}`, { token: admin.accessToken })).body
    .items as Json[];

describe('POST /api/admin/operator-keys', () => {
  it('201: creates a key; only this response has the secret, and the database only its hash', async () => {
    const expiresAt = '2099-01-31T09:30:00.000Z';
    const allowedIps = ['203.0.113.0/24', '::ffff:198.51.100.7'];
    const scopes = ['accounts:read', 'usage:read', 'accounts:read'];
    const { status, body, headers } = await create({ name: ' Shop ', scopes, expiresAt, allowedIps });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const { key, ...record } = body;
    expect(key).toMatch(/^of_ops_[0-9a-f]{48}$/);
    expect(record).toEqual({
      success: true,
      id: expect.stringMatching(/^opk_[0-9a-f]{32}$/),
      name: 'Shop',
      masked: `of_ops_************${key.slice(-4)}`,
      scopes: ['accounts:read', 'usage:read'],
      allowedIps: ['203.0.113.0/24', '198.51.100.7'],
      requests: 0,
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
      status: 'active',
      createdBy: admin.userId,
      createdByEmail: admin.email,
      createdAt: TIME,
    });
    const [row] = await app.database.query<{ text: string; hash: string }>(
      `select to_jsonb(k)::text as text, encode(secret_hash, 'hex') as hash from operator_keys k where id = $1`,
      [uuidOf(record.id)],
    );
    expect(row!.text).not.toContain(key.slice(7));
    expect(row!.hash).toHaveLength(64);
    expect((await list()).text).not.toContain(key);
  });

  it('201: is recorded, without the secret, as a change of the installation', async () => {
    const { id, key } = await createOperatorKey(app, admin, { name: 'Recorded' });
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      {
        action: 'operator_key.created',
        accountId: null,
        actor: { kind: 'admin', id: admin.userId },
        after: { name: 'Recorded', scopes: OPERATOR_SCOPES, expiresAt: null, allowedIps: null },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  it.each<[string, object, string]>([
    ['no name', { scopes: ['usage:read'] }, 'name'],
    ['an empty name', { name: '  ', scopes: ['usage:read'] }, 'name'],
    ['a long name', { name: 'x'.repeat(101), scopes: ['usage:read'] }, 'name'],
    ['no scopes', { name: 'a' }, 'scopes'],
    ['an empty list of scopes', { name: 'a', scopes: [] }, 'scopes'],
    ['a scope of API keys', { name: 'a', scopes: ['read'] }, 'scopes'],
    [
      'a passed expiry',
      { name: 'a', scopes: ['usage:read'], expiresAt: '2020-01-01T00:00:00Z' },
      'expiresAt',
    ],
    ['a bad address', { name: 'a', scopes: ['usage:read'], allowedIps: ['10.0.0.0/33'] }, 'allowedIps'],
    ['an unknown field', { name: 'a', scopes: ['usage:read'], role: 'admin' }, 'role'],
  ])('400: for %s', async (_name, body, field) => {
    const answer = await create(body);
    expect([answer.status, ...new Set(fieldsOf(answer))]).toEqual([400, field]);
  });

  it('409: for the 21st usable key, at any concurrency; a revoked or expired one frees a place', async () => {
    const body = { name: 'one of many', scopes: ['usage:read'] };
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const { body: refused } of answers.filter(({ status }) => status !== 201))
      expect(refused).toEqual(refusal(409, 'operator_key_limit_reached'));
    const [first, second] = answers
      .filter(({ status }) => status === 201)
      .map((one) => one.body.id as string);
    await revoke(first!);
    await app.database.query(`update operator_keys set expires_at = now() where id = $1`, [uuidOf(second!)]);
    expect((await create(body)).status).toBe(201);
    expect((await create(body)).status).toBe(201);
    expect((await create(body)).status).toBe(409);
  });

  itRequiresAdmin(
    () => app,
    (token) => create({ name: 'a', scopes: ['usage:read'] }, token ?? ''),
  );
});

describe('GET /api/admin/operator-keys', () => {
  it('200: lists all keys, newest first, in pages, with their uses', async () => {
    const made = [];
    for (let i = 0; i < 3; i += 1) made.unshift(await createOperatorKey(app, admin, { name: `Shop ${i}` }));
    await call(app.base, 'GET', '/api/admin/accounts', { token: made[0].key });
    await call(app.base, 'GET', '/api/admin/system', { token: made[0].key });
    await revoke(made[2].id);
    const pages = await pagesOf(app, admin.accessToken, PATH, 2);
    const all = pages.flat();
    expect(all.slice(0, 3)).toMatchObject([
      { id: made[0].id, status: 'active', requests: 2, lastUsedAt: TIME },
      { id: made[1].id, status: 'active', requests: 0, lastUsedAt: null },
      { id: made[2].id, status: 'revoked', revokedAt: TIME },
    ]);
    expect(new Set(all.map(({ id }) => id as string)).size).toBe(all.length);
  });

  itRejectsInvalidPages(
    () => app,
    PATH,
    async () => admin.accessToken,
  );
  itRequiresAdmin(
    () => app,
    (token) => list(token ?? ''),
  );
});

describe('DELETE /api/admin/operator-keys/:id', () => {
  it('200: revokes the key; repeating it answers the same and records nothing', async () => {
    const { id, key } = await createOperatorKey(app, admin);
    const first = await revoke(id);
    expect(first).toMatchObject({ status: 200, body: { id, status: 'revoked', revokedAt: TIME } });
    expect((await revoke(id)).body).toEqual(first.body);
    const { body } = await call(app.base, 'GET', '/api/admin/accounts', { token: key });
    expect(body).toEqual(refusal(401, 'invalid_operator_key'));
    expect((await eventsOf(id)).map(({ action }) => action as string)).toEqual([
      'operator_key.revoked',
      'operator_key.created',
    ]);
  });

  it('404: for an unknown and an invalid id', async () => {
    for (const id of [`opk_${'0'.repeat(32)}`, 'nonsense', admin.userId])
      expect((await revoke(id)).body).toEqual(refusal(404, 'operator_key_not_found'));
  });

  itRequiresAdmin(
    () => app,
    (token) => revoke(`opk_${'0'.repeat(32)}`, token ?? ''),
  );
});

it('403: an operator key makes, lists and revokes no operator keys, whatever its scopes', async () => {
  const { id, key } = await createOperatorKey(app, admin);
  const body = { name: 'another', scopes: ['usage:read'] };
  for (const answer of [await create(body, key), await list(key), await revoke(id, key)])
    expect(answer.body).toEqual(refusal(403, 'forbidden'));
  expect((await call(app.base, 'GET', '/api/admin/accounts', { token: key })).status).toBe(200);
});
