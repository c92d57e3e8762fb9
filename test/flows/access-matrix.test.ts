/**
 * Every endpoint with every kind of credential: the expected responses come from a table, written from the contract. A
 * described route that is missing in the table must reject all credentials that it does not declare.
 */
import { type KeyObject, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { ACCESS_TOKEN, AccessTokens } from '../../src/auth/tokens/access-tokens.js';
import { setUserRole } from '../../src/cli/users-role.js';
import { createSecret } from '../../src/keys/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, generate, type Person, register } from '../support/client.js';
import { expectSoundLedger } from '../support/ledger-audit.js';

const SCOPES = [
  'read',
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
  'billing',
] as const;
type Scope = (typeof SCOPES)[number];

interface Credential {
  name: string;
  who: 'none' | 'key' | 'key of another account' | 'person' | 'another person' | 'admin';
  scopes: readonly Scope[];
  headers: Record<string, string>;
}

interface Endpoint {
  method: string;
  path: string;
  /** As openapi.json has it. */
  template: string;
  body?: () => object;
  for: 'anyone' | 'key' | 'person' | 'admin' | 'key or person';
  scopes?: readonly Scope[];
  status: number;
  /** Status for a valid credential of another account. */
  foreign?: number;
  /** The endpoint ends or renews the session of its credential: each call of a user gets a new one. */
  endsSession?: boolean;
}

const MODALITIES = ['image', 'video', 'audio', '3d'] as const;
const STARTS = new Set(['/api/generate', '/api/dashboard/predictions']);
const BODIES = {
  image: { modelKey: 'embedded-image', prompt: 'a lighthouse' },
  video: { modelKey: 'embedded-video', prompt: 'a lighthouse' },
  audio: { modelKey: 'embedded-music', prompt: 'a waltz' },
  '3d': { modelKey: 'embedded-mesh', prompt: 'a vase' },
};

let app: TestApp;
let endpoints: Endpoint[];
let credentials: Credential[];
let owner: Person;
let checked = 0;
let accepted = 4; // Predictions that the preparation starts.
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  // Without a worker: predictions stay processing. X-Forwarded-For gives every endpoint an address of its own.
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  owner = await register(app.base);
  const other = await register(app.base);
  const admin = await register(app.base);
  await setUserRole(app.app, ['--email', admin.email, '--role', 'admin']);
  const full = await createKey(app.base, owner, { scopes: SCOPES });
  credentials = await makeCredentials(full.key, other, admin);
  const started = await Promise.all(
    MODALITIES.map((modality) => generate(app.base, full.key, BODIES[modality])),
  );
  const spare = await createKey(app.base, owner, { name: 'spare' });
  endpoints = [
    ...ofPredictions(started.map(({ predictionId }) => predictionId)),
    ...ofPeople(spare.id),
    ...ofDashboard(started[0].predictionId),
    ...ofAdmins(started[0].predictionId),
    ...ofEndUsers(),
    USAGE,
    ...ofAnyone(),
  ];
});
afterAll(() => app.close());

async function makeCredentials(full: string, other: Person, admin: Person): Promise<Credential[]> {
  const revoked = await createKey(app.base, owner, { scopes: SCOPES });
  await call(app.base, 'DELETE', `/api/keys/${revoked.id}`, { token: owner.accessToken });
  const unauthenticated = (name: string, headers: Record<string, string>): Credential => ({
    name,
    who: 'none',
    scopes: [],
    headers,
  });
  const single = await Promise.all(
    SCOPES.map(async (scope): Promise<Credential> => {
      const { key } = await createKey(app.base, owner, { scopes: [scope] });
      return { name: `key with ${scope}`, who: 'key', scopes: [scope], headers: bearer(key) };
    }),
  );
  const foreign = await createKey(app.base, other, { scopes: SCOPES });
  const cookie = await cookieOf(owner);
  return [
    unauthenticated('no credential', {}),
    unauthenticated('garbage', bearer('garbage')),
    unauthenticated(
      'key with a wrong checksum',
      bearer(full.slice(0, -1) + (full.endsWith('0') ? '1' : '0')),
    ),
    unauthenticated('well-formed unknown key', bearer(createSecret('live'))),
    unauthenticated('revoked key', bearer(revoked.key)),
    unauthenticated('key as Basic', {
      authorization: `Basic ${Buffer.from(`key:${full}`).toString('base64')}`,
    }),
    unauthenticated('key in X-API-Key', { 'x-api-key': full }),
    unauthenticated('cookie only', { cookie }),
    ...(await badTokens()),
    ...single,
    { name: 'key with all scopes', who: 'key', scopes: SCOPES, headers: bearer(full) },
    {
      name: 'key of another account',
      who: 'key of another account',
      scopes: SCOPES,
      headers: bearer(foreign.key),
    },
    { name: 'dashboard token', who: 'person', scopes: [], headers: bearer(owner.accessToken) },
    {
      name: 'another’s dashboard token',
      who: 'another person',
      scopes: [],
      headers: bearer(other.accessToken),
    },
    { name: 'admin’s dashboard token', who: 'admin', scopes: [], headers: bearer(admin.accessToken) },
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
      unauthenticated('expired token', bearer(await sign({ iat: hourAgo - 900, exp: hourAgo }))),
      unauthenticated('token without an end', bearer(await sign({ exp: undefined }))),
      unauthenticated('token of another secret', bearer(await sign({}, { secret: randomBytes(32) }))),
      unauthenticated('token of another issuer', bearer(await sign({ iss: 'somebody' }))),
      unauthenticated('token for another audience', bearer(await sign({ aud: 'somebody' }))),
      unauthenticated('token of another algorithm', bearer(await sign({}, { alg: 'HS384' }))),
      unauthenticated('token of another type', bearer(await sign({}, { typ: 'JWT' }))),
      unauthenticated('alg none', bearer(unsecured(claims))),
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

function ofPredictions(predictionIds: string[]): Endpoint[] {
  const byModality = MODALITIES.flatMap((modality, index): Endpoint[] => {
    const scopes = ['write', `generate:${modality}`] as const;
    const body = () => BODIES[modality];
    const id = predictionIds[index]!;
    return [
      {
        method: 'POST',
        path: '/api/generate',
        template: '/api/generate',
        body,
        for: 'key',
        scopes,
        status: 201,
      },
      {
        method: 'POST',
        path: '/api/generate/quote',
        template: '/api/generate/quote',
        body,
        for: 'key',
        scopes,
        status: 200,
      },
      {
        method: 'GET',
        path: `/api/generate/status/${id}`,
        template: '/api/generate/status/{predictionId}',
        for: 'key',
        scopes: ['read', ...scopes],
        status: 200,
        foreign: 404,
      },
      {
        method: 'GET',
        path: `/api/generate/status?ids=${id}`,
        template: '/api/generate/status',
        for: 'key',
        scopes: ['read', 'write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
        status: 200,
      },
      {
        method: 'POST',
        path: `/api/generate/${id}/cancel`,
        template: '/api/generate/{predictionId}/cancel',
        for: 'key',
        scopes,
        status: 200,
        foreign: 404,
      },
      {
        method: 'DELETE',
        path: `/api/generate/${id}`,
        template: '/api/generate/{predictionId}',
        for: 'key',
        scopes,
        status: 200,
        foreign: 404,
      },
    ];
  });
  const read = (path: string, scope: Scope): Endpoint => ({
    method: 'GET',
    path,
    template: path,
    for: 'key',
    scopes: [scope],
    status: 200,
  });
  return [
    ...byModality,
    {
      method: 'POST',
      path: '/api/uploads',
      template: '/api/uploads',
      body: () => BODIES.image,
      for: 'key',
      scopes: ['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'],
      status: 415,
    },
    read('/api/generate/history', 'read'),
    read('/api/generate/reframe/history', 'read'),
    {
      ...{ method: 'GET', path: '/api/key', template: '/api/key', for: 'key', status: 200 },
      scopes: [
        'read',
        'write',
        'generate:image',
        'generate:video',
        'generate:audio',
        'generate:3d',
        'billing',
      ],
    },
    read('/api/credits/balance', 'billing'),
    read('/api/credits/ledger', 'billing'),
  ];
}

/** Of an installation that sells nothing. */
function ofBuyers(): Endpoint[] {
  const billing = (method: string, route: string, status: number, body?: () => object): Endpoint => {
    const path = `/api/billing/${route}`;
    return { method, path, template: path, for: 'person', status, ...(body && { body }) };
  };
  return [
    ...['packs', 'plans', 'payments'].map((route) => billing('GET', route, 200)),
    billing('POST', 'checkout', 409, () => ({ pack: 'small' })),
    billing('POST', 'portal', 409),
  ];
}

/** Nothing of it changes who belongs to the account: every call finds the same. */
function ofMembers(): Endpoint[] {
  const one = (
    method: string,
    route: string,
    path: string,
    status: number,
    body?: () => object,
  ): Endpoint => ({
    method,
    path: `/api/account/${path}`,
    template: `/api/account/${route}`,
    for: 'person',
    status,
    ...(body && { body }),
  });
  const [nobody, nothing] = [`members/usr_${'0'.repeat(32)}`, `invitations/inv_${'0'.repeat(32)}`];
  const change = one('PATCH', 'members/{userId}', `members/${owner.userId}`, 200, () => ({ role: 'owner' }));
  return [
    one('GET', 'members', 'members', 200),
    { ...change, foreign: 404 },
    one('DELETE', 'members/{userId}', nobody, 404),
    one('POST', 'invitations', 'invitations', 201, () => ({ email: 'guest@example.test', role: 'viewer' })),
    one('DELETE', 'invitations/{id}', nothing, 404),
    one('POST', 'invitations/accept', 'invitations/accept', 400, () => ({ token: 'nothing' })),
    one('GET', 'export', 'export', 200),
    {
      method: 'DELETE',
      path: '/api/account',
      template: '/api/account',
      body: () => ({}),
      for: 'person',
      status: 400,
    },
    {
      method: 'POST',
      path: '/api/auth/switch',
      template: '/api/auth/switch',
      body: () => ({ accountId: `acc_${'0'.repeat(32)}` }),
      for: 'person',
      status: 404,
    },
  ];
}

function ofPeople(keyId: string): Endpoint[] {
  const one = {
    path: `/api/keys/${keyId}`,
    template: '/api/keys/{id}',
    for: 'person',
    status: 200,
    foreign: 404,
  } as const;
  const keys = { path: '/api/keys', template: '/api/keys', for: 'person' } as const;
  const sessions = { path: '/api/auth/sessions', template: '/api/auth/sessions', for: 'person' } as const;
  const grants = '/api/admin/credits/grants';
  return [
    { ...keys, method: 'POST', body: () => ({ name: 'made', scopes: ['read'] }), status: 201 },
    { ...keys, method: 'GET', status: 200 },
    { ...one, method: 'PATCH', body: () => ({ name: 'renamed' }) },
    { ...one, method: 'DELETE' },
    // It is revoked by now.
    {
      ...one,
      method: 'POST',
      path: `${one.path}/rotate`,
      template: `${one.template}/rotate`,
      body: () => ({}),
      status: 409,
    },
    { method: 'GET', path: '/api/account', template: '/api/account', for: 'person', status: 200 },
    {
      method: 'PATCH',
      path: '/api/account',
      template: '/api/account',
      body: () => ({ name: 'a name' }),
      for: 'person',
      status: 200,
    },
    { method: 'GET', path: '/api/audit', template: '/api/audit', for: 'person', status: 200 },
    { method: 'GET', path: '/api/requests', template: '/api/requests', for: 'person', status: 200 },
    ...ofBuyers(),
    ...ofMembers(),
    { method: 'GET', path: '/api/auth/me', template: '/api/auth/me', for: 'person', status: 200 },
    { ...sessions, method: 'GET', status: 200 },
    { ...sessions, method: 'DELETE', status: 204 },
    {
      method: 'DELETE',
      path: `/api/auth/sessions/ses_${'0'.repeat(32)}`,
      template: '/api/auth/sessions/{id}',
      for: 'person',
      status: 404,
    },
    {
      method: 'POST',
      path: '/api/auth/email/verification',
      template: '/api/auth/email/verification',
      for: 'person',
      status: 202,
    },
    {
      method: 'POST',
      path: '/api/auth/password',
      template: '/api/auth/password',
      body: () => ({ current: owner.password, next: 'too short' }),
      for: 'person',
      status: 400,
    },
    {
      method: 'POST',
      path: grants,
      template: grants,
      body: () => ({ accountId: owner.accountId, amount: 1, note: 'a grant' }),
      for: 'admin',
      status: 201,
    },
  ];
}

function ofDashboard(predictionId: string): Endpoint[] {
  const get = (route: string, query = ''): Endpoint => ({
    method: 'GET',
    path: `/api/dashboard/${route}${query}`,
    template: `/api/dashboard/${route}`,
    for: 'person',
    status: 200,
  });
  const one = {
    for: 'person',
    status: 200,
    foreign: 404,
  } as const;
  const post = (route: string, status: number): Endpoint => ({
    method: 'POST',
    path: `/api/dashboard/${route}`,
    template: `/api/dashboard/${route}`,
    body: () => BODIES.image,
    for: 'person',
    status,
  });
  const template = '/api/dashboard/predictions/{predictionId}';
  const path = `/api/dashboard/predictions/${predictionId}`;
  return [
    get('overview'),
    get('predictions'),
    get('reframes'),
    get('credits/balance'),
    get('credits/ledger'),
    get('credits/ledger.csv'),
    get('credits/spend', '?by=day'),
    post('quote', 200),
    post('predictions', 201),
    post('uploads', 415),
    { ...one, method: 'GET', path, template },
    { ...one, method: 'POST', path: `${path}/cancel`, template: `${template}/cancel` },
    { ...one, method: 'DELETE', path, template },
  ];
}

function ofAdmins(predictionId: string): Endpoint[] {
  const one = (method: string, template: string, path: string, status = 200): Endpoint => ({
    method,
    path: `/api/admin/${path}`,
    template: `/api/admin/${template}`,
    for: 'admin',
    status,
  });
  const get = (route: string, path = route) => one('GET', route, path);
  return [
    get('accounts'),
    get('accounts/{id}', `accounts/${owner.accountId}`),
    { ...one('PATCH', 'accounts/{id}', `accounts/${owner.accountId}`), body: () => ({ suspended: false }) },
    { ...one('POST', 'accounts', 'accounts', 201), body: () => ({}) },
    {
      ...one('POST', 'accounts/{id}/keys', `accounts/${owner.accountId}/keys`, 201),
      body: () => ({ name: 'made for them', scopes: ['read'] }),
    },
    get('accounts/{id}/audit', `accounts/${owner.accountId}/audit`),
    get('accounts/{id}/members', `accounts/${owner.accountId}/members`),
    one('GET', 'accounts/{id}/export', `accounts/acc_${'0'.repeat(32)}/export`, 404),
    one('DELETE', 'accounts/{id}', `accounts/acc_${'0'.repeat(32)}`, 404),
    get('operator-keys'),
    {
      ...one('POST', 'operator-keys', 'operator-keys', 201),
      body: () => ({ name: 'Shop', scopes: ['accounts:read'] }),
    },
    one('DELETE', 'operator-keys/{id}', `operator-keys/opk_${'0'.repeat(32)}`, 404),
    get('audit'),
    ...[
      ['models', 'modelKey', 'embedded-image'],
      ['plans', 'key', 'pro'],
      ['packs', 'id', 'small'],
    ].flatMap(([list, parameter, key]) => [
      get(`catalogue/${list}`),
      {
        ...one('PATCH', `catalogue/${list}/{${parameter}}`, `catalogue/${list}/${key}`),
        body: () => ({ enabled: true }),
      },
      get(`catalogue/${list}/{${parameter}}/versions`, `catalogue/${list}/${key}/versions`),
      {
        ...one('POST', `catalogue/${list}/{${parameter}}/restore`, `catalogue/${list}/${key}/restore`),
        body: () => ({ version: 1 }),
      },
    ]),
    get('catalogue/export'),
    get('usage'),
    get('overview'),
    get('accounts/{id}/usage', `accounts/${owner.accountId}/usage`),
    get('accounts/{id}/ledger', `accounts/${owner.accountId}/ledger`),
    get('predictions'),
    get('predictions/{predictionId}', `predictions/${predictionId}`),
    get('providers'),
    get('ledger/verification'),
    one('POST', 'predictions/{predictionId}/cancel', `predictions/${predictionId}/cancel`),
    {
      ...one('POST', 'predictions/{predictionId}/fail', `predictions/${predictionId}/fail`),
      body: () => ({ note: 'a reason' }),
    },
    one('POST', 'providers/{name}/check', 'providers/embedded/check'),
    one('POST', 'ledger/verification', 'ledger/verification', 202),
    {
      ...one('POST', 'credits/adjustments', 'credits/adjustments', 201),
      body: () => ({ accountId: owner.accountId, amount: -1, note: 'a correction' }),
    },
  ];
}

const USAGE: Endpoint = {
  method: 'GET',
  path: '/api/usage',
  template: '/api/usage',
  for: 'key or person',
  scopes: ['billing'],
  status: 200,
};

function ofEndUsers(): Endpoint[] {
  const one = (method: string, scope: Scope, status: number): Endpoint => ({
    method,
    path: '/api/end-users/customer-1',
    template: '/api/end-users/{externalUserId}',
    for: 'key or person',
    scopes: [scope],
    status,
  });
  return [
    one('GET', 'read', 200),
    { ...one('PUT', 'write', 200), body: () => ({ spendLimit: { credits: 1_000_000, period: 'day' } }) },
    one('DELETE', 'write', 204),
  ];
}

function ofAnyone(): Endpoint[] {
  const get = (path: string, status = 200, template = path): Endpoint => ({
    method: 'GET',
    path,
    template,
    for: 'anyone',
    status,
  });
  const auth = (route: string, status: number, body: () => object): Endpoint => ({
    method: 'POST',
    path: `/api/auth/${route}`,
    template: `/api/auth/${route}`,
    body,
    for: 'anyone',
    status,
    endsSession: true,
  });
  let people = 0;
  const password = 'correct horse battery staple';
  return [
    get('/api/models'),
    get('/api/models/embedded-image', 200, '/api/models/{modelKey}'),
    get('/health/live'),
    get('/health/ready'),
    // All of these requests are forwarded by a proxy, so /metrics is hidden.
    get('/metrics', 404),
    get('/api/openapi.json'),
    get('/api/openapi.yaml'),
    get('/api/docs'),
    get('/api/assets/pred_1/0.png?expires=1&signature=x', 404, '/api/assets/{name}'),
    get('/api/nothing-here', 404),
    {
      method: 'POST',
      path: '/api/billing/webhooks/none',
      template: '/api/billing/webhooks/{provider}',
      for: 'anyone',
      status: 400,
    },
    auth('register', 201, () => ({ email: `matrix-${people++}@example.test`, password })),
    auth('setup', 409, () => ({ token: 'nothing', email: `matrix-${people++}@example.test`, password })),
    auth('register/invited', 400, () => ({ token: 'nothing', password })),
    auth('login', 200, () => ({ email: owner.email, password: owner.password })),
    auth('refresh', 401, () => ({})),
    auth('logout', 204, () => ({})),
    auth('password/forgot', 202, () => ({ email: `matrix-${people++}@example.test` })),
    auth('password/reset', 400, () => ({ token: 'nothing', password })),
    auth('email/verify', 400, () => ({ token: 'nothing' })),
  ];
}

interface Expected {
  status: number;
  code?: string;
}

const isKeyLike = ({ headers }: Credential) => /^Bearer of_/.test(headers.authorization ?? '');

function expectedOf(endpoint: Endpoint, credential: Credential): Expected {
  const { who, scopes, name } = credential;
  const foreign = who === 'key of another account' || who === 'another person' || who === 'admin';
  const allowed = { status: (foreign ? endpoint.foreign : undefined) ?? endpoint.status };
  switch (endpoint.for) {
    case 'anyone':
      if (endpoint.path === '/api/auth/refresh')
        return name === 'cookie only' ? { status: 200 } : { status: 401, code: 'invalid_refresh_token' };
      return allowed;
    case 'key or person':
      if (who === 'person' || who === 'another person' || who === 'admin') return allowed;
      // The form of the credential decides which of both it is not.
      if (!who.startsWith('key'))
        return { status: 401, code: isKeyLike(credential) ? 'invalid_api_key' : 'invalid_token' };
      return scopes.some((scope) => endpoint.scopes!.includes(scope))
        ? allowed
        : { status: 403, code: 'insufficient_scope' };
    case 'key':
      if (!who.startsWith('key')) return { status: 401, code: 'invalid_api_key' };
      return scopes.some((scope) => endpoint.scopes!.includes(scope))
        ? allowed
        : { status: 403, code: 'insufficient_scope' };
    case 'person':
    case 'admin':
      if (who !== 'person' && who !== 'another person' && who !== 'admin')
        return { status: 401, code: 'invalid_token' };
      return endpoint.for === 'admin' && who !== 'admin' ? { status: 403, code: 'forbidden' } : allowed;
  }
}

async function ask(endpoint: Endpoint, credential: Credential, address: string): Promise<Answer> {
  const headers: Record<string, string> = { ...credential.headers, 'x-forwarded-for': address };
  if (endpoint.endsSession && credential.who === 'person')
    headers.authorization = `Bearer ${(await signIn(owner)).body.accessToken as string}`;
  if (endpoint.endsSession && headers.cookie) headers.cookie = await cookieOf(owner);
  return call(app.base, endpoint.method, endpoint.path, {
    body: endpoint.body?.(),
    headers,
    undescribed: endpoint.path === '/api/nothing-here' || endpoint.template.startsWith('/api/assets'),
  });
}

function expectAnswer(answer: Answer, { status, code }: Expected): void {
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
  for (const [index, endpoint] of endpoints.entries()) {
    for (const credential of credentials) {
      const answer = await ask(endpoint, credential, `198.51.100.${index + 1}`);
      checked++;
      if (STARTS.has(endpoint.template) && answer.status === 201) accepted++;
      try {
        expectAnswer(answer, expectedOf(endpoint, credential));
      } catch {
        const { status, code } = expectedOf(endpoint, credential);
        const place = `${endpoint.method} ${endpoint.path} ${JSON.stringify(endpoint.body?.() ?? '')}`;
        wrong.push(
          `${place} with ${credential.name}: expected ${status} ${code ?? ''}, got ${answer.status} ${answer.text}`,
        );
      }
    }
  }
  console.log(
    `access: ${endpoints.length} endpoints × ${credentials.length} credentials = ${checked} pairs, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  expect(checked).toBe(endpoints.length * credentials.length);
}, 240_000);

it('only accepted predictions were charged', async () => {
  const [row] = await app.database.query<{ made: number }>('select count(*)::int as made from predictions');
  expect(row!.made).toBe(accepted);
  console.log(
    `access: ${accepted} predictions accepted and charged, none else; ${await expectSoundLedger(app.url)}`,
  );
});

it('foreign predictions, keys and history are hidden: responses equal those for unknown ids', async () => {
  const foreignKey = credentials.find(({ who }) => who === 'key of another account')!;
  const status = endpoints.find(({ template }) => template.startsWith('/api/generate/status'))!;
  const unknown = { ...status, path: '/api/generate/status/pred_0123456789abcdef0123456789abcdef' };
  const words = ({ body: { requestId: _, ...rest } }: Answer) => rest;
  const foreign = await ask(status, foreignKey, '203.0.113.1');
  expect(words(foreign)).toEqual(words(await ask(unknown, foreignKey, '203.0.113.1')));
  const history = endpoints.find(({ path }) => path === '/api/generate/history')!;
  const items = (await ask(history, foreignKey, '203.0.113.1')).body.items as { keyId: string | null }[];
  // It contains only that account's own predictions, started above by its key and by its user.
  const keys = items.flatMap(({ keyId }) => keyId ?? []);
  expect(new Set(keys).size).toBe(1);
  expect([keys.length, items.length]).toEqual([MODALITIES.length, MODALITIES.length + 1]);
});

describe('the order of checks: 401, 403, 400, 402', () => {
  const send = (name: string, body: string | object) =>
    call(app.base, 'POST', '/api/generate', {
      body,
      headers: {
        ...credentials.find((credential) => credential.name === name)!.headers,
        'x-forwarded-for': '203.0.113.2',
      },
    });

  it.each([
    ['no credential', '{not json', 401, 'invalid_api_key'],
    ['key with billing', '{not json', 403, 'insufficient_scope'],
    ['key with billing', { modelKey: 'no such model' }, 403, 'insufficient_scope'],
    ['key with read', { modelKey: 'no such model' }, 403, 'insufficient_scope'],
    ['key with generate:audio', { modelKey: 'no such model' }, 400, 'model_not_found'],
    ['key with generate:audio', { ...BODIES.image, unknown: true }, 403, 'insufficient_scope'],
    ['key with generate:image', { ...BODIES.image, unknown: true }, 400, 'validation_failed'],
    ['key with write', '{not json', 400, 'malformed_json'],
  ])('%s, body %j: %i %s', async (name, body, status, code) => {
    const answer = await send(name, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('an invalid body is reported before an insufficient balance', async () => {
    await app.database.query('update wallets set balance = 0');
    expect((await send('key with write', { ...BODIES.image, unknown: true })).status).toBe(400);
    expect((await send('key with write', BODIES.image)).body.code).toBe('insufficient_credits');
  });
});

it('a described route outside this table rejects undeclared credentials', async () => {
  const { body } = await call(app.base, 'GET', '/api/openapi.json');
  const known = new Set(endpoints.map(({ method, template }) => `${method} ${template}`));
  let unknown = 0;
  for (const [template, operations] of Object.entries(
    body.paths as Record<string, Record<string, { security?: object[] }>>,
  )) {
    for (const [verb, { security = [] }] of Object.entries(operations)) {
      const method = verb.toUpperCase();
      if (method === 'HEAD' || known.has(`${method} ${template}`) || security.length === 0) continue;
      unknown++;
      const path = template.replace(/\{\w+\}/g, '0123456789abcdef');
      const wanted = security.some((one) => 'dashboard' in one)
        ? ['person', 'another person', 'admin']
        : ['key', 'key of another account'];
      for (const credential of credentials.filter(({ who }) => !wanted.includes(who))) {
        const endpoint: Endpoint = { method, path, template, for: 'anyone', status: 401 };
        const { status } = await ask(endpoint, credential, `198.51.100.${200 + unknown}`);
        expect([`${method} ${template}`, credential.name, status]).toEqual([
          `${method} ${template}`,
          credential.name,
          401,
        ]);
      }
    }
  }
  console.log(`access: ${known.size} routes in the table, ${unknown} further ones held to what they declare`);
});
