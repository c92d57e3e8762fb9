/** Properties of every response: unknown routes, request ids, no leaks. */
import { startApp, type TestApp } from '../support/app.js';
import { call, newCaller } from '../support/client.js';
import { requestRaw } from '../support/raw-request.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = (method: string, path: string, options = {}) =>
  call(app.base, method, path, { ...options, undescribed: true });
const NOTHING = { ...refusal(404, 'not_found'), message: 'There is nothing at this address.' };

describe('an unknown route', () => {
  it.each([
    ['GET', '/api/no-such-thing'],
    ['GET', '/api/v1/generate'],
    ['GET', '/health'],
    ['GET', '/API/NO-SUCH-THING'],
    ['PATCH', '/api/no-such-thing'],
    ['OPTIONS', '/api/no-such-thing'],
  ])('404: %s %s, with the standard error body', async (method, path) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(NOTHING);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.get('x-api-version')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['POST', '/api/generate/history', 'GET, HEAD'],
    ['GET', '/api/generate', 'POST'],
    ['HEAD', '/api/generate', 'POST'],
    ['PUT', '/api/generate/status', 'GET, HEAD'],
    ['PUT', '/api/account/invitations/accept', 'POST'],
    ['DELETE', '/api/generate/status/pred_1', 'GET, HEAD'],
    ['PUT', '/api/keys/key_1', 'DELETE, PATCH'],
    ['POST', '/api/models', 'GET, HEAD'],
    ['OPTIONS', '/api/generate', 'POST'],
    ['GET', '/api/admin/credits/grants', 'POST'],
    ['DELETE', '/api/assets/pred_1/0.png', 'GET, HEAD'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('405: %s %s, with Allow: %s', async (method, path, allow) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    if (method === 'HEAD') return;
    expect(answer.body).toEqual(refusal(405, 'method_not_allowed'));
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('405: also with a key, without using its limit', async () => {
    const { key } = await newCaller(app.base, { rateLimit: 10 });
    for (let i = 0; i < 15; i += 1)
      expect((await ask('PUT', '/api/credits/balance', { token: key, body: '{' })).status).toBe(405);
    const { headers } = await call(app.base, 'GET', '/api/credits/balance', { token: key });
    expect(headers.get('x-ratelimit-remaining')).toBe('9');
  });

  it('404: also with a key, without using its limit, with a token, and with a body that is not JSON', async () => {
    const { person, key } = await newCaller(app.base, { rateLimit: 10 });
    for (let i = 0; i < 15; i += 1)
      expect((await ask('GET', '/api/nothing', { token: key })).body).toEqual(NOTHING);
    expect((await ask('POST', '/api/nothing', { token: person.accessToken, body: '{' })).body).toEqual(
      NOTHING,
    );
    const { headers } = await call(app.base, 'GET', '/api/credits/balance', { token: key });
    expect(headers.get('x-ratelimit-remaining')).toBe('9');
  });

  it.each([
    '/../../etc/passwd',
    '//etc/passwd',
    '/api/../../package.json',
    '/api/docs/../../../package.json',
    '/.git/config',
    '/api//keys',
  ])('404: for %s', async (path) => {
    const { status, text } = await requestRaw(app.base, path);
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual(NOTHING);
  });

  it('400: for a path that cannot be decoded', async () => {
    for (const path of ['/api/models/%zz', '/api/generate/status/%ff']) {
      const { status, text } = await requestRaw(app.base, path);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toEqual(refusal(400, 'validation_failed'));
    }
  });
});

describe('the request id', () => {
  it.each(['a', 'order-4711', 'A.b_c:d-9', 'x'.repeat(128)])(
    '%s is returned in the header and in the body',
    async (id) => {
      const answer = await ask('GET', '/api/nothing', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toBe(id);
      expect(answer.body.requestId).toBe(id);
    },
  );

  it.each(['', ' ', 'a b', 'ä', '<script>', 'x'.repeat(129), 'a,b', '"'])(
    '%j is replaced by a new one',
    async (id) => {
      const answer = await ask('GET', '/api/nothing', { headers: { 'x-request-id': id } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    },
  );

  it('is new for each request without one, on responses of every kind', async () => {
    const { key } = await newCaller(app.base);
    const answers = [
      await ask('GET', '/health/live'),
      await ask('GET', '/api/models'),
      await ask('GET', '/api/openapi.json'),
      await ask('GET', '/api/docs'),
      await ask('GET', '/api/credits/balance'),
      await ask('GET', '/api/credits/balance', { token: key }),
      await ask('POST', '/api/generate', { token: key, body: '{' }),
      await ask('POST', '/api/auth/logout'),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(answers.length);
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/./);
      expect(headers.get('x-api-version')).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('an internal error', () => {
  it('500: does not contain the cause', async () => {
    const { key } = await newCaller(app.base);
    await app.database.query('alter table ledger_transfers rename column note to remark');
    try {
      const answer = await call(app.base, 'GET', '/api/credits/ledger', { token: key });
      expect(answer.body).toEqual({
        ...refusal(500, 'internal_error'),
        message: 'Something went wrong on our side.',
      });
      expect(answer.text).not.toMatch(/select|ledger_transfers|note|node_modules|src\/|dist\/|at \w/i);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    } finally {
      await app.database.query('alter table ledger_transfers rename column remark to note');
    }
    expect((await call(app.base, 'GET', '/api/credits/ledger', { token: key })).status).toBe(200);
  });
});
