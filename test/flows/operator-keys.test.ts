/**
 * Operator keys: every route of administrators with a key of every single scope and with every key that is not usable, by a table
 * written from the contract. The page about them has the same table, and the generated one says the same.
 */
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { opsKeyCreate } from '../../src/cli/ops-key-create.js';
import { opsKeyList } from '../../src/cli/ops-key-list.js';
import { opsKeyRevoke } from '../../src/cli/ops-key-revoke.js';
import { createOperatorSecret } from '../../src/keys/key-secret.js';
import { WINDOW_UNIT } from '../../src/platform/limits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, type Json, newCaller, type Person } from '../support/client.js';
import { registerAdmin } from '../support/dashboard.js';
import { MemoryLimitStore, SharedBudgets } from '../support/memory-limit-store.js';
import { createOperatorKey, OPERATOR_SCOPES, type OperatorScope } from '../support/operators.js';
import { uuidOf } from '../support/public-ids.js';
import { expectBudget, refusal } from '../support/refusals.js';

const PAGE = 'docs/own-shop.md';
const ROLES_PAGE = 'docs/roles.md';
const TEMPLATE = /^\/api\/admin\//;

interface Route {
  method: string;
  /** As openapi.json has it. */
  template: string;
  /** Null: for administrators only. */
  scope: OperatorScope | null;
  /** Of a request with a sufficient key. */
  status?: number;
  body?: () => object;
}

let references = 0;
let accountId: string;
const transfer = () => ({ accountId, amount: 1, note: 'a transfer' });
const admin = (
  method: string,
  route: string,
  scope: OperatorScope | null,
  more: Partial<Route> = {},
): Route => ({
  ...{ method, template: `/api/admin/${route}`, scope, status: 200 },
  ...more,
});
const ROUTES: Route[] = [
  admin('GET', 'accounts', 'accounts:read'),
  admin('GET', 'accounts/{id}', 'accounts:read'),
  admin('GET', 'accounts/{id}/ledger', 'accounts:read'),
  admin('GET', 'accounts/{id}/audit', 'accounts:read'),
  admin('GET', 'accounts/{id}/members', 'accounts:read'),
  admin('GET', 'accounts/{id}/export', 'accounts:read'),
  admin('POST', 'accounts', 'accounts:write', { status: 201, body: () => ({}) }),
  admin('PATCH', 'accounts/{id}', 'accounts:write', { body: () => ({ suspended: false }) }),
  // The account has credits.
  admin('DELETE', 'accounts/{id}', 'accounts:write', { status: 409 }),
  admin('POST', 'accounts/{id}/keys', 'keys:write', {
    status: 201,
    body: () => ({ name: 'a', scopes: ['read'] }),
  }),
  admin('POST', 'credits/grants', 'credits:write', { status: 201, body: transfer }),
  admin('POST', 'credits/adjustments', 'credits:write', { status: 201, body: transfer }),
  admin('GET', 'payments', 'accounts:read'),
  admin('POST', 'payments/{id}/refund', 'credits:write', { status: 404 }),
  admin('GET', 'subscriptions', 'accounts:read'),
  admin('GET', 'accounts/{id}/usage', 'usage:read'),
  admin('GET', 'usage', 'usage:read'),
  admin('GET', 'overview', 'usage:read'),
  admin('GET', 'audit', 'usage:read'),
  ...[
    ['models/{modelKey}', 'models'],
    ['plans/{key}', 'plans'],
    ['packs/{id}', 'packs'],
  ].flatMap(([one, all]) => [
    admin('GET', `catalogue/${all}`, 'catalogue:write'),
    admin('PATCH', `catalogue/${one}`, 'catalogue:write', { status: 404, body: () => ({ title: 'x' }) }),
    admin('GET', `catalogue/${one}/versions`, 'catalogue:write', { status: 404 }),
    admin('POST', `catalogue/${one}/restore`, 'catalogue:write', {
      status: 404,
      body: () => ({ version: 1 }),
    }),
  ]),
  admin('GET', 'catalogue/export', 'catalogue:write'),
  admin('GET', 'operator-keys', null),
  admin('POST', 'operator-keys', null, { body: () => ({ name: 'a', scopes: ['usage:read'] }) }),
  admin('DELETE', 'operator-keys/{id}', null),
  admin('GET', 'predictions', null),
  admin('GET', 'predictions/{predictionId}', null),
  admin('POST', 'predictions/{predictionId}/cancel', null),
  admin('POST', 'predictions/{predictionId}/fail', null),
  admin('GET', 'providers', null),
  admin('POST', 'providers/{name}/check', null),
  admin('GET', 'ledger/verification', null),
  admin('POST', 'ledger/verification', null),
  admin('GET', 'system', null),
];

/** `refused`: what its credential is rejected with on every route of administrators. */
interface Credential {
  name: string;
  key: string;
  scopes: readonly OperatorScope[];
  refused?: [status: number, code: string];
}

const INSIDE = '203.0.113.7';
const OUTSIDE = '203.0.114.7';
let app: TestApp;
let administrator: Person;
let credentials: Credential[];
let paths: Record<string, Record<string, Json>>;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' });
  administrator = await registerAdmin(app);
  accountId = administrator.accountId;
  credentials = await createCredentials();
  paths = (await call(app.base, 'GET', '/api/openapi.json')).body.paths as typeof paths;
});
afterAll(() => app.close());

async function createCredentials(): Promise<Credential[]> {
  const make = (fields: object = {}) => createOperatorKey(app, administrator, fields);
  const single = await Promise.all(
    OPERATOR_SCOPES.map(async (scope) => ({
      name: `a key with ${scope}`,
      key: (await make({ scopes: [scope] })).key as string,
      scopes: [scope],
    })),
  );
  const [full, inside, revoked, expired, elsewhere] = await Promise.all([
    make(),
    make({ allowedIps: ['203.0.113.0/24'] }),
    make(),
    make({ expiresAt: '2099-01-01T00:00:00Z' }),
    make({ allowedIps: [OUTSIDE] }),
  ]);
  await call(app.base, 'DELETE', `/api/admin/operator-keys/${revoked.id}`, {
    token: administrator.accessToken,
  });
  await app.database.query('update operator_keys set expires_at = now() where id = $1', [uuidOf(expired.id)]);
  const unusable = (name: string, key: string): Credential => ({
    ...{ name, key, scopes: OPERATOR_SCOPES },
    refused: [401, 'invalid_operator_key'],
  });
  const mistyped = full.key.slice(0, -1) + (full.key.endsWith('0') ? '1' : '0');
  return [
    ...single,
    { name: 'a key with every scope', key: full.key, scopes: OPERATOR_SCOPES },
    { name: 'a key from an allowed network', key: inside.key, scopes: OPERATOR_SCOPES },
    {
      name: 'a key from another address',
      key: elsewhere.key,
      scopes: OPERATOR_SCOPES,
      refused: [403, 'ip_not_allowed'],
    },
    unusable('a revoked key', revoked.key),
    unusable('an expired key', expired.key),
    unusable('a mistyped key', mistyped),
    unusable('a key in capitals', full.key.toUpperCase()),
    unusable('a well-formed key that is unknown', createOperatorSecret()),
  ];
}

function ask({ method, template, body }: Route, key: string, address = INSIDE): Promise<Answer> {
  const path = template
    .replace('{id}', template.includes('operator-keys') ? `opk_${'0'.repeat(32)}` : accountId)
    .replace('{name}', 'embedded')
    .replace(/\{\w+\}/g, '0123456789abcdef');
  const headers = { 'x-forwarded-for': address, 'idempotency-key': `matrix-${(references += 1)}` };
  return call(app.base, method, path, { token: key, body: body?.(), headers });
}

function expectedOf({ scope, status }: Route, { scopes, refused }: Credential): [number, string | undefined] {
  if (refused) return refused;
  if (scope === null) return [403, 'forbidden'];
  return scopes.includes(scope) ? [status!, undefined] : [403, 'insufficient_scope'];
}

it('the table has every route of administrators, and the scopes of openapi.json', () => {
  const described = Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([verb, operation]) =>
      TEMPLATE.test(template)
        ? [`${verb.toUpperCase()} ${template} ${operation['x-operator-scope'] ?? 'administrators'}`]
        : [],
    ),
  );
  expect(described.sort()).toEqual(
    ROUTES.map(({ method, template, scope }) => `${method} ${template} ${scope ?? 'administrators'}`).sort(),
  );
});

it(`${PAGE} has the same table`, () => {
  const page = readFileSync(PAGE, 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z]+) (\/api\/admin\/\S+)`\s+\| (?:`([a-z:]+)`|administrators)/gm)];
  expect(rows.map(([, method, path, scope]) => `${method} ${path} ${scope ?? 'administrators'}`)).toEqual(
    ROUTES.map(
      ({ method, template, scope }) =>
        `${method} ${template.replace(/\{(\w+)\}/g, ':$1')} ${scope ?? 'administrators'}`,
    ),
  );
});

it(`${ROLES_PAGE} says yes where a key of a scope is accepted, and nowhere else`, () => {
  const [, table] = readFileSync(ROLES_PAGE, 'utf8').split('<!-- operator routes -->');
  const [head, ...rows] = [...table!.matchAll(/^\| ((?:Route|[A-Z]+ `).*) \|$/gm)].map(([, cells]) =>
    cells!.split('|').map((cell) => cell.trim()),
  );
  expect(head).toEqual(['Route', 'administrator', ...OPERATOR_SCOPES.map((scope) => `\`${scope}\``)]);
  const expected = ROUTES.map(({ method, template, scope }) => [
    `${method} \`${template}\``,
    'yes',
    ...OPERATOR_SCOPES.map((one) => (one === scope ? 'yes' : '–')),
  ]);
  const byRoute = (a: string[], b: string[]) => (a[0]! < b[0]! ? -1 : 1);
  expect(rows.sort(byRoute)).toEqual(expected.sort(byRoute));
});

it('every route of administrators responds to every operator key by the table', async () => {
  const wrong: string[] = [];
  for (const route of ROUTES) {
    for (const credential of credentials) {
      const answer = await ask(route, credential.key);
      const [status, code] = expectedOf(route, credential);
      if (answer.status !== status || (code !== undefined && answer.body.code !== code))
        wrong.push(
          `${route.method} ${route.template} with ${credential.name}: ${answer.status} ${answer.text}`,
        );
    }
  }
  console.log(`operator keys: ${ROUTES.length} routes × ${credentials.length} keys, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
}, 180_000);

it('everywhere else an operator key is no credential', async () => {
  const { key } = credentials.find(({ name }) => name === 'a key with every scope')!;
  const wrong: string[] = [];
  let asked = 0;
  for (const [template, item] of Object.entries(paths)) {
    for (const [verb, { security = [] }] of Object.entries<Json>(item)) {
      if (TEMPLATE.test(template) || security.length === 0) continue;
      const { status, body } = await ask(
        { method: verb.toUpperCase(), template, scope: null },
        key,
        '203.0.115.1',
      );
      asked += 1;
      if (status !== 401 || body.code === 'invalid_operator_key')
        wrong.push(`${verb} ${template}: ${status} ${JSON.stringify(body)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(40);
  const { body } = await call(app.base, 'POST', '/api/auth/logout', {
    token: key,
    body: {},
    undescribed: true,
  });
  expect(body ?? null).toBeNull();
});

it('a key of an API caller and a user’s token are no operator keys, and open nothing more than before', async () => {
  const { key, person } = await newCaller(app.base);
  for (const token of [key, person.accessToken])
    expect([401, 403]).toContain((await ask(ROUTES[0]!, token)).status);
});

describe('on every process, at the next request', () => {
  const accounts = (base: string, token: string, address = INSIDE) =>
    call(base, 'GET', '/api/admin/accounts?limit=1', { token, headers: { 'x-forwarded-for': address } });

  it('a revocation, an expiry and a change of addresses hold', async () => {
    const other = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, app.database);
    try {
      const set = async (id: string, what: string) =>
        app.database.query(`update operator_keys set ${what} where id = $1`, [uuidOf(id)]);
      for (const [change, status, code] of [
        [(id: string) => set(id, 'expires_at = now()'), 401, 'invalid_operator_key'],
        [(id: string) => set(id, `allowed_ips = '{${OUTSIDE}}'`), 403, 'ip_not_allowed'],
        [(id: string) => set(id, `scopes = '{usage:read}'`), 403, 'insufficient_scope'],
        [
          (id: string) =>
            call(app.base, 'DELETE', `/api/admin/operator-keys/${id}`, { token: administrator.accessToken }),
          401,
          'invalid_operator_key',
        ],
      ] as const) {
        const { id, key } = await createOperatorKey(app, administrator);
        for (const { base } of [app, other]) expect((await accounts(base, key)).status).toBe(200);
        await change(id);
        for (const { base } of [app, other])
          expect((await accounts(base, key)).body).toEqual(refusal(status, code));
        await call(app.base, 'DELETE', `/api/admin/operator-keys/${id}`, {
          token: administrator.accessToken,
        });
      }
    } finally {
      await other.close();
    }
  }, 60_000);
});

@Injectable()
class OwnLimitStore extends MemoryLimitStore {
  constructor() {
    super(new SharedBudgets());
  }
}

/** Sends so many requests that are counted and cheap, and that nothing grants. */
async function flood(base: string, token: string, count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - answers.length) }, () =>
          call(base, 'POST', '/api/admin/credits/grants', { token, body: {} }),
        ),
      )),
    );
  return answers;
}

describe.each([
  ['in PostgreSQL', undefined],
  ['in a replaced LimitStore', { replace: { LimitStore: OwnLimitStore } }],
])('the budget %s', (_name, options) => {
  it('429: 600 requests a window for each key, whatever customers use', async () => {
    const own = await startApp({ ROLES: 'api', PLATFORM_RATE_LIMIT: '1' }, undefined, options);
    try {
      const { key, id } = await createOperatorKey(own, await registerAdmin(own));
      const answers = await flood(own.base, key, 603);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(600);
      const refused = answers.filter(({ status }) => status !== 400);
      expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
      for (const answer of refused) {
        expect(answer.text).toBe(
          JSON.stringify({
            statusCode: 429,
            message: `Rate limit exceeded for this operator key (600/${WINDOW_UNIT})`,
          }),
        );
        expectBudget(answer, 600, 0, 'operator');
        expect(answer.headers.get('x-ratelimit-scope')).toBe('operator');
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      const { key: second } = await createOperatorKey(own, await registerAdmin(own), {
        scopes: ['usage:read'],
      });
      expectBudget(
        await call(own.base, 'GET', '/api/admin/audit?limit=1', { token: second }),
        600,
        599,
        'operator',
      );
      const missing = await call(own.base, 'GET', '/api/admin/accounts', { token: second });
      expect(missing.body).toEqual(refusal(403, 'insufficient_scope'));
      expectBudget(missing, 600, 599, 'operator');
      expect(id).toMatch(/^opk_/);
    } finally {
      await own.close();
    }
  }, 120_000);
});

it('401, then 429: failed attempts count for the address, and a valid key still gets in', async () => {
  const address = '203.0.116.1';
  const wrong = () => ask(ROUTES[0]!, createOperatorSecret(), address);
  const answers = [];
  for (let i = 0; i < 12; i += 1) answers.push(...(await Promise.all(Array.from({ length: 51 }, wrong))));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(600);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
  const { key } = credentials.find(({ name }) => name === 'a key with accounts:read')!;
  expect((await ask(ROUTES[0]!, key, address)).status).toBe(200);
}, 60_000);

it('the commands create a key that works at once, list it and revoke it', async () => {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  try {
    expect(await opsKeyCreate.read(['--name', 'by command', '--scopes', 'accounts:read'])(app.app)).toBe(0);
    const [id, key] = [/opk_\w+/, /of_ops_[0-9a-f]{48}/].map((shape) => shape.exec(written.join(''))![0]);
    expect((await ask(ROUTES[0]!, key!)).status).toBe(200);
    expect(await opsKeyRevoke.read(['--id', id!])(app.app)).toBe(0);
    expect((await ask(ROUTES[0]!, key!)).body).toEqual(refusal(401, 'invalid_operator_key'));
    written.length = 0;
    expect(await opsKeyList.read([])(app.app)).toBe(0);
    expect(written.join('')).toMatch(new RegExp(`${id}.*revoked.*by command`));
    expect(written.join('')).not.toContain(key);
  } finally {
    process.stdout.write = write;
  }
  expect(() => opsKeyCreate.read(['--name', 'a', '--scopes', 'read'])).toThrow('--scopes must be any of');
});
