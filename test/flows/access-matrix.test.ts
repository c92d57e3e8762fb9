/**
 * Every endpoint with every kind of credential. The expected responses come from the table of the trials (`access-contract.mjs`), which
 * is written from the contract and must have every described route.
 */
import { type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import {
  type Credential,
  type Endpoint,
  ENDPOINTS,
  expectedOf,
  GOOD_BODIES,
  type Ids,
  missingFrom,
  MODALITIES,
  requestOf,
  SCOPES,
} from '../../prove/harness/requests/access-contract.mjs';
import { ACCESS_TOKEN, AccessTokens } from '../../src/auth/tokens/access-tokens.js';
import { usersRole } from '../../src/cli/users-role.js';
import { createSecret } from '../../src/keys/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, generate, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const STARTS = new Set(['/api/generate', '/api/dashboard/predictions']);

let app: TestApp;
let credentials: Credential[];
let owner: Person;
let ids: Ids;
let accepted = MODALITIES.length + 1; // Predictions that the preparation starts.
const nameOf = ({ kind, scopes }: Credential) => (scopes ? `${kind} with ${scopes.join()}` : kind);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  // Without a worker: predictions stay processing. X-Forwarded-For gives every endpoint an address of its own.
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  owner = await register(app.base);
  const other = await register(app.base);
  const admin = await register(app.base);
  await usersRole.read(['--email', admin.email, '--role', 'admin'])(app.app);
  const full = await createKey(app.base, owner, { scopes: SCOPES });
  credentials = await makeCredentials(full.key, other, admin);
  const prediction: Ids['prediction'] = {};
  for (const modality of MODALITIES)
    prediction[modality] = (await generate(app.base, full.key, GOOD_BODIES[modality])).predictionId;
  const mine = await call(app.base, 'POST', '/api/dashboard/predictions', {
    token: owner.accessToken,
    body: GOOD_BODIES.image,
  });
  prediction.mine = mine.body.predictionId;
  const { id: key } = await createKey(app.base, owner, { name: 'spare' });
  const { accountId: account, userId: user, email, password } = owner;
  ids = { prediction, key, account, user, email, password, new: 0 };
});
afterAll(() => app.close());

async function makeCredentials(full: string, other: Person, admin: Person): Promise<Credential[]> {
  const revoked = await createKey(app.base, owner, { scopes: SCOPES });
  await call(app.base, 'DELETE', `/api/keys/${revoked.id}`, { token: owner.accessToken });
  const bad = (kind: string, headers: Record<string, string>): Credential => ({ kind, headers });
  const single = await Promise.all(
    SCOPES.map(async (scope): Promise<Credential> => {
      const { key } = await createKey(app.base, owner, { scopes: [scope] });
      return { kind: 'own key', scopes: [scope], headers: bearer(key) };
    }),
  );
  const foreign = await createKey(app.base, other, { scopes: SCOPES });
  const cookie = await cookieOf(owner);
  return [
    bad('no credential', {}),
    bad('garbage', bearer('garbage')),
    bad('key with a wrong checksum', bearer(full.slice(0, -1) + (full.endsWith('0') ? '1' : '0'))),
    bad('well-formed unknown key', bearer(createSecret('live'))),
    bad('revoked key', bearer(revoked.key)),
    bad('key as Basic', {
      authorization: `Basic ${Buffer.from(`key:${full}`).toString('base64')}`,
    }),
    bad('key in X-API-Key', { 'x-api-key': full }),
    bad('cookie only', { cookie }),
    ...(await badTokens()),
    ...single,
    { kind: 'own key', scopes: SCOPES, headers: bearer(full) },
    { kind: 'key of another account', scopes: SCOPES, headers: bearer(foreign.key) },
    { kind: 'own token', headers: bearer(owner.accessToken) },
    { kind: 'token of another account', headers: bearer(other.accessToken) },
    { kind: 'token of an administrator', headers: bearer(admin.accessToken) },
  ];

  /** Creates tokens with one wrong property each. */
  async function badTokens(): Promise<Credential[]> {
    const claims = JSON.parse(
      Buffer.from(owner.accessToken.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, unknown>;
    const { key }: { key: KeyObject | Uint8Array } = app.app.get(AccessTokens);
    const sign = (change: object, { secret = key, alg = 'HS256', typ = 'at+jwt' } = {}) =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, typ }).sign(secret);
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    // The same claims with the right signature are valid: each other token fails only for its changed property.
    expect((await call(app.base, 'GET', '/api/auth/me', { token: await sign({}) })).status).toBe(200);
    return [
      bad('expired token', bearer(await sign({ iat: hourAgo - 900, exp: hourAgo }))),
      bad('token without an end', bearer(await sign({ exp: undefined }))),
      bad('token of another secret', bearer(await sign({}, { secret: randomBytes(32) }))),
      bad('token of another issuer', bearer(await sign({ iss: 'somebody' }))),
      bad('token for another audience', bearer(await sign({ aud: 'somebody' }))),
      bad('token of another algorithm', bearer(await sign({}, { alg: 'HS384' }))),
      bad('token of another type', bearer(await sign({}, { typ: 'JWT' }))),
      bad('alg none', bearer(unsecured(claims))),
    ];
  }
}

function unsecured(claims: Record<string, unknown>): string {
  const [, payload] = new UnsecuredJWT(claims).encode().split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: ACCESS_TOKEN.type })).toString('base64url');
  return `${header}.${payload}.`;
}

async function signIn(person: Person): Promise<Answer> {
  const { email, password } = person;
  return call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
}
const cookieOf = async (person: Person) => (await signIn(person)).headers.getSetCookie()[0]!.split(';')[0]!;

/** Sends the request of an endpoint. Each endpoint has an address of its own, for the limits of addresses. */
async function ask(endpoint: Endpoint, { kind, headers: given }: Credential): Promise<Answer> {
  const at = ENDPOINTS.indexOf(endpoint) + 1;
  const headers: Record<string, string> = { ...given, 'x-forwarded-for': `198.51.100.${at}` };
  // These end or renew the session of their credential: each call gets a new one.
  if (endpoint.caller === 'anyone' && endpoint.path.startsWith('/api/auth/')) {
    if (kind === 'own token')
      headers.authorization = `Bearer ${(await signIn(owner)).body.accessToken as string}`;
    if (headers.cookie) headers.cookie = await cookieOf(owner);
  }
  ids.new++;
  const { method, path, body } = requestOf(endpoint, ids);
  return call(app.base, method, path, { body, headers, undescribed: endpoint.undescribed });
}

function expectAnswer(answer: Answer, { status, code }: ReturnType<typeof expectedOf>): void {
  const { body, headers } = answer;
  expect([answer.status, code && body.code]).toEqual([status, code]);
  if (!code) return;
  expect(body).toEqual({
    statusCode: status,
    code,
    message: expect.any(String),
    requestId: headers.get('x-request-id'),
  });
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
}

it('every endpoint responds to every credential by the contract', async () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const endpoint of ENDPOINTS) {
    for (const credential of credentials) {
      const answer = await ask(endpoint, credential);
      checked++;
      if (STARTS.has(endpoint.path) && answer.status === 201) accepted++;
      const expected = expectedOf(endpoint, credential);
      try {
        expectAnswer(answer, expected);
      } catch {
        const { method, path, body = '' } = endpoint;
        wrong.push(
          `${method} ${path} ${JSON.stringify(body)} with ${nameOf(credential)}: expected ${expected.status} ${expected.code ?? ''}, got ${answer.status} ${answer.text}`,
        );
      }
    }
  }
  console.log(
    `access: ${ENDPOINTS.length} endpoints × ${credentials.length} credentials = ${checked} pairs, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
}, 240_000);

it('only accepted predictions were charged', async () => {
  const [row] = await app.database.query<{ made: number }>('select count(*)::int as made from predictions');
  expect(row!.made).toBe(accepted);
  console.log(
    `access: ${accepted} predictions accepted and charged, none else; ${await expectSoundLedger(app.url)}`,
  );
});

it('foreign predictions, keys and history are hidden: responses equal those for unknown ids', async () => {
  const foreignKey = credentials.find(({ kind }) => kind === 'key of another account')!;
  const status = ENDPOINTS.find(({ path }) => path === '/api/generate/status/{prediction.image}')!;
  const unknown = ENDPOINTS.find(({ path }) => path.startsWith('/api/generate/status/pred_'))!;
  const words = ({ body: { requestId: _, ...rest } }: Answer) => rest;
  expect(words(await ask(status, foreignKey))).toEqual(words(await ask(unknown, foreignKey)));
  const history = ENDPOINTS.find(({ path }) => path === '/api/generate/history')!;
  const items = (await ask(history, foreignKey)).body.items as { keyId: string | null }[];
  // It contains only that account's own predictions, started above by its key and by its user.
  const keys = items.flatMap(({ keyId }) => keyId ?? []);
  expect(new Set(keys).size).toBe(1);
  expect([keys.length, items.length]).toEqual([MODALITIES.length, MODALITIES.length + 1]);
});

describe('the order of checks: 401, 403, 400, 402', () => {
  const send = (name: string, body: string | object) => {
    const { headers } = credentials.find((credential) => nameOf(credential) === name)!;
    return call(app.base, 'POST', '/api/generate', {
      body,
      headers: { ...headers, 'x-forwarded-for': '203.0.113.2' },
    });
  };

  it.each([
    ['no credential', '{not json', 401, 'invalid_api_key'],
    ['own key with billing', '{not json', 403, 'insufficient_scope'],
    ['own key with billing', { modelKey: 'no such model' }, 403, 'insufficient_scope'],
    ['own key with read', { modelKey: 'no such model' }, 403, 'insufficient_scope'],
    ['own key with generate:audio', { modelKey: 'no such model' }, 400, 'model_not_found'],
    ['own key with generate:audio', { ...GOOD_BODIES.image, unknown: true }, 403, 'insufficient_scope'],
    ['own key with generate:image', { ...GOOD_BODIES.image, unknown: true }, 400, 'validation_failed'],
    ['own key with write', '{not json', 400, 'malformed_json'],
  ])('%s, body %j: %i %s', async (name, body, status, code) => {
    const answer = await send(name, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('an invalid body is reported before an insufficient balance', async () => {
    await app.database.query('update wallets set balance = 0');
    expect((await send('own key with write', { ...GOOD_BODIES.image, unknown: true })).status).toBe(400);
    expect((await send('own key with write', GOOD_BODIES.image)).body.code).toBe('insufficient_credits');
  });
});

it('the table has every described route', async () => {
  const { body } = await call(app.base, 'GET', '/api/openapi.json');
  const operations = Object.entries(body.paths as Record<string, object>).flatMap(([template, item]) =>
    Object.keys(item).map((verb) => ({ method: verb.toUpperCase(), template })),
  );
  expect(operations.length).toBeGreaterThan(100);
  expect(missingFrom(operations)).toEqual([]);
});
