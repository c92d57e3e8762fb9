/** Pages of other origins: those of CORS_ORIGINS may call the routes of a signed-in user, no page may use a foreign cookie. */
import request, { type Response } from 'supertest';
import { loadConfig } from '../../src/platform/config/index.js';
import { startApp, type TestApp } from '../support/app.js';

const STUDIO = 'https://studio.example.com';
const FOREIGN = 'https://evil.example.net';
const PASSWORD = 'correct horse battery';

let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', CORS_ORIGINS: `${STUDIO}, http://localhost:5173` });
});
afterAll(() => app.close());

const preflight = (path: string, origin: string, at = app) =>
  request(at.base).options(path).set({
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization',
  });
const corsHeadersOf = ({ headers }: Response) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

async function register(headers: Record<string, string> = {}) {
  const body = { email: `page-${people++}@example.com`, password: PASSWORD };
  const response = await request(app.base).post('/api/auth/register').set(headers).send(body);
  expect(response.status).toBe(201);
  return response;
}
const cookieOf = (response: Response) => response.headers['set-cookie']![0]!.split(';')[0]!;
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  request(app.base)
    .post('/api/auth/refresh')
    .set({ Cookie: cookie, ...headers });

describe('a page of CORS_ORIGINS', () => {
  it.each(['/api/auth/login', '/api/keys', '/api/dashboard/overview', '/api/admin/accounts', '/api/models'])(
    'gets the preflight of %s answered, with credentials',
    async (path) => {
      const response = await preflight(path, STUDIO);
      expect(response.status).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': STUDIO,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': expect.stringContaining('Authorization'),
        vary: expect.stringContaining('Origin'),
      });
    },
  );

  it('reads responses and errors with the headers of budgets, uncached for other origins', async () => {
    for (const [path, status] of [
      ['/api/models', 200],
      ['/api/keys', 401],
    ] as const) {
      const response = await request(app.base).get(path).set('Origin', STUDIO);
      expect(response.status).toBe(status);
      expect(response.headers['access-control-allow-origin']).toBe(STUDIO);
      expect(response.headers['access-control-expose-headers']).toContain('Retry-After');
      expect(response.headers['vary']).toContain('Origin');
    }
  });

  it('on a subdomain uses the cookie; the body has no refresh token', async () => {
    const headers = { Origin: STUDIO, 'Sec-Fetch-Site': 'same-site' };
    const response = await register(headers);
    expect(response.body).not.toHaveProperty('refreshToken');
    const refreshed = await refresh(cookieOf(response), headers);
    expect([refreshed.status, refreshed.body.refreshToken]).toEqual([200, undefined]);
  });

  it('on another site gets the refresh token in the body, and a rotated one for it', async () => {
    const headers = { Origin: STUDIO, 'Sec-Fetch-Site': 'cross-site' };
    const { refreshToken } = (await register(headers)).body as { refreshToken: string };
    const { status, body } = await request(app.base)
      .post('/api/auth/refresh')
      .set(headers)
      .send({ refreshToken });
    expect([status, body.refreshToken]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(body.refreshToken).not.toBe(refreshToken);
  });
});

describe('every route', () => {
  interface Operation {
    security: Record<string, unknown>[];
  }

  it('that a dashboard token opens, or that needs no credential, answers a page of CORS_ORIGINS; those of API keys do not', async () => {
    const { paths } = (await request(app.base).get('/api/openapi.json')).body as {
      paths: Record<string, Record<string, Operation>>;
    };
    const undeclared = ['/api/openapi.json', '/api/openapi-tools.json', '/api/openapi.yaml', '/api/docs'];
    const answered: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const [template, item] of Object.entries(paths)) {
      if (!template.startsWith('/api/') || undeclared.includes(template)) continue;
      const isOpen = Object.values(item).some(
        ({ security }) => security.length === 0 || security.some((scheme) => 'dashboard' in scheme),
      );
      for (const method of Object.keys(item)) {
        const route = `${method} ${template}`;
        const path = template.replace(/\{\w+\}/g, 'x');
        const response = await request(app.base)
          .options(path)
          .set({ Origin: STUDIO, 'Access-Control-Request-Method': method.toUpperCase() });
        const allowed = response.headers['access-control-allow-methods']?.split(',') ?? [];
        answered[route] = response.status === 204 && allowed.includes(method.toUpperCase());
        expected[route] = isOpen;
      }
    }
    expect(answered).toEqual(expected);
    expect(expected).toMatchObject({
      'put /api/end-users/{externalUserId}': true,
      'get /api/usage': true,
      'get /api/requests': true,
      'get /api/audit': true,
      'get /api/account': true,
      'patch /api/account': true,
      'delete /api/account/members/{userId}': true,
      'post /api/billing/checkout': true,
      'post /api/generate': false,
      'get /api/key': false,
    });
  });

  it('is matched as Express matches it: without case, and with a last slash', async () => {
    for (const path of ['/API/Account/', '/api/end-users/a%2Fb', '/api/audit/'])
      expect([path, (await preflight(path, STUDIO)).status]).toEqual([path, 204]);
    for (const path of ['/api/accounts', '/api/end-users', '/api/account/x/y/z', '/apix/account'])
      expect([path, corsHeadersOf(await preflight(path, STUDIO))]).toEqual([path, []]);
  });

  it('shows a page what a replay and a file are', async () => {
    const { headers } = await request(app.base).get('/api/account').set('Origin', STUDIO);
    const exposed = String(headers['access-control-expose-headers']).split(',');
    expect(exposed).toEqual(expect.arrayContaining(['Idempotent-Replayed', 'Content-Disposition', 'ETag']));
  });
});

describe('a page of another origin', () => {
  it.each([FOREIGN, 'null', `${STUDIO}.evil.example.net`, 'http://studio.example.com', `${STUDIO}:8443`])(
    '%s gets no header of CORS',
    async (origin) => {
      for (const response of [
        await preflight('/api/auth/login', origin),
        await request(app.base).get('/api/models').set('Origin', origin),
      ]) {
        expect(corsHeadersOf(response)).toEqual([]);
        expect(response.headers['vary']).toContain('Origin');
      }
    },
  );

  it.each([FOREIGN, 'null'])('%s with the cookie: 403, and the sign-in goes on', async (origin) => {
    const cookie = cookieOf(await register());
    for (const path of ['refresh', 'logout', 'login', 'password', 'sessions/none']) {
      const method = path.startsWith('sessions') ? 'delete' : 'post';
      const sending = request(app.base)[method](`/api/auth/${path}`).set({ Cookie: cookie, Origin: origin });
      const response = await sending.send({ email: 'a@example.com', password: PASSWORD });
      // Routes of a signed-in user reject a request without its token first.
      expect([path, response.status]).toEqual([path, /password|sessions/.test(path) ? 401 : 403]);
    }
    expect((await refresh(cookie)).status).toBe(200);
  });

  it('gets no refresh token in a body', async () => {
    expect((await register({ Origin: FOREIGN, 'Sec-Fetch-Site': 'cross-site' })).body).not.toHaveProperty(
      'refreshToken',
    );
  });
});

describe('the service’s own page', () => {
  it.each([
    ['by its host', () => ({ Origin: app.base })],
    ['by its host, https at a proxy', () => ({ Origin: app.base.replace('http:', 'https:') })],
    [
      'by the browser, when a proxy changes the host',
      () => ({ Origin: 'https://a.example', 'Sec-Fetch-Site': 'same-origin' }),
    ],
  ])('is known %s', async (_how, headers) => {
    expect((await refresh(cookieOf(await register()), headers())).status).toBe(200);
  });
});

it.each([
  '/api/generate',
  '/api/generate/status/pred_1',
  '/api/generate/history',
  '/api/credits/balance',
  '/api/uploads',
])('%s takes an API key and answers no preflight', async (path) => {
  const response = await preflight(path, STUDIO);
  expect([404, 405]).toContain(response.status);
  expect(corsHeadersOf(response)).toEqual([]);
});

it('without CORS_ORIGINS no preflight is answered', async () => {
  const plain = await startApp({ ROLES: 'api' }, app.database);
  const response = await preflight('/api/auth/login', STUDIO, plain);
  expect([response.status, corsHeadersOf(response)]).toEqual([405, []]);
  await plain.close();
});

it.each([
  '*',
  'https://*.example.com',
  'null',
  'studio.example.com',
  `${STUDIO}/`,
  `${STUDIO}/page`,
  'ftp://a.example',
])('CORS_ORIGINS=%s is refused at the start', (value) => {
  expect(() => loadConfig({ CORS_ORIGINS: value })).toThrow('CORS_ORIGINS must list origins');
});
