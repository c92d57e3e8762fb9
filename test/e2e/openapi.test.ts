/** GET /api/openapi.json: valid, complete and equal to the file in the repository. */
import { readFile } from 'node:fs/promises';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiFiles } from '../../src/operations/openapi/openapi.js';
import { PERMISSIONS, ROUTE_ACCESS, type RouteAccess } from '../../src/platform/http/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, register } from '../support/client.js';
import {
  type DescribedOperation,
  type Description,
  description,
  DESCRIPTION_FILE,
  expectDescribed,
  resolveAnswer,
} from '../support/openapi.js';
import { requestRaw } from '../support/raw-request.js';

let app: TestApp;
let served: Description;

beforeAll(async () => {
  app = await startApp();
  served = (await call<Description>(app.base, 'GET', '/api/openapi.json')).body;
});
afterAll(() => app.close());

interface Route {
  method: string;
  path: string;
  operation: DescribedOperation;
}

const routes = (): Route[] =>
  Object.entries(served.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

/** Returns every route that a controller declares, with its access rule. */
function declaredRoutes(): { method: string; path: string; access: RouteAccess }[] {
  const scanner = new MetadataScanner();
  return app.app
    .get(DiscoveryService, { strict: false })
    .getControllers()
    .flatMap(({ metatype }) => {
      const prototype = (metatype as { prototype: Record<string, object> }).prototype;
      const base = String(Reflect.getMetadata(PATH_METADATA, metatype!));
      return scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(METHOD_METADATA, prototype[name]!))
        .map((name) => {
          const handler = prototype[name]!;
          const own = String(Reflect.getMetadata(PATH_METADATA, handler));
          const path = `/${base}/${own}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
          return {
            method:
              RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod].toLowerCase(),
            path: path.replace(/[:*](\w+)/g, '{$1}'),
            access: (Reflect.getMetadata(ROUTE_ACCESS, handler) ??
              Reflect.getMetadata(ROUTE_ACCESS, metatype!)) as RouteAccess,
          };
        });
    });
}

describe('GET /api/openapi.json', () => {
  it('200: equals the file in the repository, with the models of a fresh installation', async () => {
    const fresh = await startApp({ ENABLE_FAULT_MODEL: 'false' });
    try {
      const { body } = await call<Description>(fresh.base, 'GET', '/api/openapi.json');
      expect(body).toEqual(JSON.parse(await readFile(DESCRIPTION_FILE, 'utf8')));
    } finally {
      await fresh.close();
    }
  });

  it('200: is valid OpenAPI 3.1 by the official schema', async () => {
    const official = new URL('../support/openapi-3.1.schema.json', import.meta.url);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('media-range', true);
    const validate = ajv.compile(JSON.parse(await readFile(official, 'utf8')) as AnySchemaObject);
    expect({ valid: validate(served), errors: validate.errors }).toEqual({ valid: true, errors: null });
    expect(served.openapi).toMatch(/^3\.1\./);
  });

  it('200: every schema is valid JSON Schema and every reference resolves', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const format of ['binary', 'password']) ajv.addFormat(format, true);
    ajv.addSchema(served, 'served');
    const references = new Set(JSON.stringify(served).match(/#\/components\/schemas\/[\w.-]+/g));
    expect(references.size).toBeGreaterThan(20);
    for (const reference of references) ajv.compile({ $ref: `served${reference}` });
    for (const schema of Object.values(served.components.schemas))
      expect(ajv.validateSchema(schema)).toBe(true);
    for (const reference of JSON.stringify(served).match(/#\/components\/headers\/[\w-]+/g)!) {
      expect(Object.keys(served.components.headers)).toContain(reference.split('/').pop());
    }
  });

  it('200: describes every route of the service and no other', () => {
    const declared = declaredRoutes().map(({ method, path }) => `${method} ${path}`);
    const own = [
      'head /api/assets/{name}',
      'get /api/openapi.json',
      'get /api/openapi-tools.json',
      'get /api/openapi.yaml',
      'get /api/docs',
    ];
    expect(
      routes()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual([...declared, ...own].sort());
  });

  it('200: names the credential of each route, and none of public ones', () => {
    for (const { method, path, access } of declaredRoutes()) {
      const { security, ...operation } = served.paths[path]![method]!;
      const schemes = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))];
      const expected = {
        public: [],
        dashboard:
          'operatorScope' in access && access.operatorScope ? ['dashboard', 'operatorKey'] : ['dashboard'],
        'api-key': ['apiKey'],
        'api-key-or-dashboard': ['apiKey', 'dashboard'],
      }[access.kind];
      expect({ path, schemes }).toEqual({ path, schemes: expected });
      if ('operatorScope' in access) expect(operation['x-operator-scope']).toBe(access.operatorScope);
      const isOfMembers = 'allow' in access && !('role' in access && access.role === 'admin');
      expect([path, operation['x-roles']]).toEqual([
        path,
        isOfMembers ? PERMISSIONS[access.allow] : undefined,
      ]);
      if (!('scopes' in access) || typeof access.scopes === 'function') continue;
      expect(operation['x-scopes']).toEqual(access.scopes);
    }
  });

  it('200: scopes are alternatives', () => {
    const scopesOf = (method: string, path: string) => served.paths[path]![method]!['x-scopes'];
    const generate = ['write', 'generate:image', 'generate:video', 'generate:audio', 'generate:3d'];
    expect(scopesOf('post', '/api/generate')).toEqual(generate);
    expect(scopesOf('post', '/api/generate/quote')).toEqual(generate);
    expect(scopesOf('post', '/api/generate/{predictionId}/cancel')).toEqual(generate);
    expect(scopesOf('get', '/api/generate/status/{predictionId}')).toEqual(['read', ...generate]);
    expect(scopesOf('get', '/api/generate/history')).toEqual(['read']);
    expect(scopesOf('get', '/api/generate/reframe/history')).toEqual(['read']);
    expect(scopesOf('get', '/api/credits/balance')).toEqual(['billing']);
    expect(scopesOf('get', '/api/credits/ledger')).toEqual(['billing']);
  });

  it('200: every operation has a unique id, a tag and a summary', () => {
    const tags = (served as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name);
    const names = routes().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { operation } of routes()) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(tags).toContain(operation.tags[0]);
      expect(operation).toHaveProperty('summary', expect.stringMatching(/./));
    }
  });

  it('200: describes every path parameter and every request body', () => {
    for (const { path, operation } of routes()) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect({ path, names: inPath.map(({ name }) => name) }).toEqual({ path, names });
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
    const withBody = routes().filter(({ operation }) => operation.requestBody);
    expect(withBody.map(({ operation }) => operation.operationId).sort()).toEqual([
      'acceptInvitation',
      'adjustCredits',
      'changePassword',
      'createAccount',
      'createAccountKey',
      'createKey',
      'createOperatorKey',
      'deleteAccount',
      'deleteOwnAccount',
      'failAnyPrediction',
      'grantCredits',
      'inviteMember',
      'limitEndUser',
      'login',
      'logout',
      'quoteDashboardPrediction',
      'quotePrediction',
      'receiveWebhook',
      'refreshSession',
      'register',
      'registerInvited',
      'requestPasswordReset',
      'resetPassword',
      'restoreCatalogueModel',
      'restoreCataloguePack',
      'restoreCataloguePlan',
      'rotateKey',
      'setUp',
      'startCheckout',
      'startDashboardPrediction',
      'startPrediction',
      'switchAccount',
      'updateAccount',
      'updateCatalogueModel',
      'updateCataloguePack',
      'updateCataloguePlan',
      'updateKey',
      'updateMember',
      'updateOwnAccount',
      'uploadDashboardMedia',
      'uploadMedia',
      'verifyEmail',
    ]);
  });

  it('200: describes the rate-limit headers of every counted response, and Retry-After on every 429', () => {
    const budget = [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'RateLimit-Policy',
      'RateLimit',
    ];
    for (const { operation } of routes()) {
      const isCounted =
        operation.security.some((requirement) => 'apiKey' in requirement) ||
        'x-counted-per' in operation ||
        'x-operator-scope' in operation;
      for (const [status, answer] of Object.entries(operation.responses)) {
        const { headers = {} } = resolveAnswer(served, answer);
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'X-API-Version']));
        if (isCounted && status !== '401')
          expect(Object.keys(headers)).toEqual(expect.arrayContaining(budget));
        if (status === '429') expect(headers).toHaveProperty('Retry-After');
      }
    }
    const start = served.paths['/api/generate']!.post!.responses;
    expect(start['201']!.headers).toHaveProperty('Idempotent-Replayed');
    expect(resolveAnswer(served, start['429']!).headers).toHaveProperty('X-RateLimit-Scope');
  });

  it('200: no schema but GenerateRequest allows undescribed fields', () => {
    for (const [name, schema] of Object.entries(served.components.schemas)) {
      if (name === 'GenerateInput') continue;
      expect({ name, open: schema.additionalProperties }).toEqual({ name, open: name === 'GenerateRequest' });
    }
  });

  it('200: no schema is a bare true or false, or only null: generators of clients read neither', () => {
    const text = JSON.stringify(served.components.schemas);
    expect(text).not.toMatch(/"type":"null"(?!}\])/);
    expect(text.match(/"(?:outputUrl|error|queue|retryAfterMs)":(?:true|false)/g)).toBeNull();
  });

  it('200: its server is relative, so that it holds at any address', () => {
    expect(served).toHaveProperty('servers', [{ url: '/', description: expect.any(String) as string }]);
    expect(JSON.stringify(served)).not.toMatch(/localhost|127\.0\.0\.1/);
  });

  it.each(['https://api.example.com', 'https://example.com/offprint'])(
    '200: with PUBLIC_URL=%s its first server is that address, in the description for tools too',
    async (url) => {
      const named = await startApp({ PUBLIC_URL: `${url}/` }, app.database);
      try {
        for (const path of ['/api/openapi.json', '/api/openapi-tools.json']) {
          const { body } = await call<{ servers: { url: string }[] }>(named.base, 'GET', path);
          expect([path, body.servers.map((server) => server.url)]).toEqual([path, [url, '/']]);
        }
      } finally {
        await named.close();
      }
    },
  );

  it('200: no body requires what has a default: generators take the keyword for that', () => {
    expect(JSON.stringify(served.components.schemas)).not.toContain('"default":');
    const { properties, required } = served.components.schemas['Input.embedded-image'] as {
      properties: Record<string, { description: string }>;
      required: string[];
    };
    expect(required).toEqual(['modelKey', 'prompt']);
    expect(properties.resolution!.description).toBe('Longest edge, pixels. Default: `1024`.');
    expect(properties.format!.description).toBe('Default: `"png"`.');
    expect(served.components.schemas.CreateKeyDto).toHaveProperty(
      'properties.env.description',
      expect.stringContaining('Default: `"live"`.'),
    );
  });

  it.each(['startPrediction', 'quotePrediction', 'startDashboardPrediction', 'quoteDashboardPrediction'])(
    '200: the body of %s is an object with fields, for programs that read no alternatives',
    (operationId) => {
      const { operation } = routes().find((route) => route.operation.operationId === operationId)!;
      const { $ref } = operation.requestBody!.content['application/json']!.schema as { $ref: string };
      const schema = served.components.schemas[$ref.split('/').pop()!];
      expect(schema).toMatchObject({
        type: 'object',
        required: ['modelKey'],
        properties: { modelKey: { type: 'string' }, prompt: { type: 'string' } },
        oneOf: expect.any(Array) as object[],
      });
    },
  );

  it('200: every form stands inline and first, and every error body has a code', () => {
    const forms = routes().flatMap(({ operation }) => {
      const content = operation.requestBody?.content ?? {};
      return 'multipart/form-data' in content ? [content] : [];
    });
    expect(forms.length).toBe(2);
    for (const content of forms) {
      expect(Object.keys(content)[0]).toBe('multipart/form-data');
      expect(content['multipart/form-data']!.schema).toMatchObject({
        properties: { file: { format: 'binary' } },
      });
    }
    for (const name of ['ErrorBody', 'RateLimitBody'])
      expect(served.components.schemas[name]).toHaveProperty('properties.code.type', 'string');
  });

  it('200: every operation has a description and a command', () => {
    for (const { operation } of routes()) {
      expect(operation).toMatchObject({
        description: expect.stringMatching(/./) as string,
        'x-codeSamples': [{ label: 'curl', source: expect.stringMatching(/^curl /) as string }],
      });
    }
  });

  it('200: error responses and headers are shared components', () => {
    const own = routes().flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, answer]) =>
        Number(status) >= 400 && !answer.$ref ? [`${operation.operationId} ${status}`] : [],
      ),
    );
    // Only what an operation says in its own words.
    expect(own.length).toBeLessThan(20);
    expect(Object.keys(served.components.responses).length).toBeLessThan(50);
  });

  it('200: is also served as YAML', async () => {
    const { load: parse } = await import('js-yaml');
    const { text } = await call(app.base, 'GET', '/api/openapi.yaml');
    expect(parse(text)).toEqual(served);
  });
});

describe('GET /api/openapi-tools.json', () => {
  interface Tool {
    operationId: string;
    description: string;
    parameters: { in: string }[];
    requestBody?: {
      content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }>;
    };
    security: object[];
  }

  it('200: has what a caller with a key needs, with flat bodies, and nothing of administration', async () => {
    const { body, text } = await call<{ paths: Record<string, Record<string, Tool>> }>(
      app.base,
      'GET',
      '/api/openapi-tools.json',
    );
    const tools = Object.values(body.paths).flatMap((item) => Object.values(item));
    expect(tools.map(({ operationId }) => operationId).sort()).toEqual([
      'cancelPrediction',
      'getBalance',
      'getModel',
      'getPrediction',
      'listModels',
      'listPredictions',
      'quotePrediction',
      'readOwnKey',
      'startPrediction',
      'uploadMedia',
    ]);
    // About a quarter as many tokens.
    expect(text.length).toBeLessThan(16_000);
    expect(text).not.toMatch(/\/api\/(?:admin|dashboard|auth)|"oneOf"|"\$ref"/);
    const start = tools.find(({ operationId }) => operationId === 'startPrediction')!;
    const { schema } = start.requestBody!.content['application/json']!;
    expect(schema).toMatchObject({ type: 'object', required: ['modelKey'] });
    expect(schema.properties).toMatchObject({
      modelKey: { type: 'string', description: expect.stringContaining('embedded-image') as string },
      prompt: { type: 'string' },
      imageUrl: { type: 'string' },
      duration: { type: 'number' },
      resolution: { type: ['integer', 'string'] },
    });
    expect(start.parameters).toMatchObject([{ name: 'wait', in: 'query' }]);
    expect(start.security).toEqual([{ apiKey: [] }]);
  });

  it('200: is valid OpenAPI 3.1 by the official schema', async () => {
    const official = new URL('../support/openapi-3.1.schema.json', import.meta.url);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('media-range', true);
    const validate = ajv.compile(JSON.parse(await readFile(official, 'utf8')) as AnySchemaObject);
    const { body } = await call(app.base, 'GET', '/api/openapi-tools.json');
    expect({ valid: validate(body), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });
});

describe('what describes the service', () => {
  const PATHS = [
    '/api/openapi.json',
    '/api/openapi-tools.json',
    '/api/openapi.yaml',
    '/api/docs',
    '/api/docs/reference.css',
    '/api/docs/reference.js',
    '/api/docs/redoc.js',
  ];

  it.each(PATHS)(
    '200: %s has a strong ETag of its bytes, and HEAD has neither body nor another one',
    async (path) => {
      const [first, again] = [await requestRaw(app.base, path), await requestRaw(app.base, path)];
      expect(first.status).toBe(200);
      expect(first.headers.etag).toMatch(/^"[\w-]{27}"$/);
      expect(first.headers['content-length']).toBe(String(first.bytes.length));
      expect([again.headers.etag, again.bytes.equals(first.bytes)]).toEqual([first.headers.etag, true]);
      const head = await requestRaw(app.base, path, {}, 'HEAD');
      expect([head.status, head.headers.etag, head.bytes.length]).toEqual([200, first.headers.etag, 0]);
    },
  );

  it.each(PATHS)('304: %s, for the ETag of a cached copy', async (path) => {
    const etag = String((await requestRaw(app.base, path)).headers.etag);
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await requestRaw(app.base, path, { 'if-none-match': named });
      expect([named, again.status, again.bytes.length, again.headers.etag]).toEqual([named, 304, 0, etag]);
    }
    expect((await requestRaw(app.base, path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is made once and sent as the same bytes: no request without a credential serializes it again', () => {
    const fileAt = openApiFiles(app.app);
    for (const path of PATHS)
      expect([path, fileAt(path)!.bytes === fileAt(path)!.bytes]).toEqual([path, true]);
  });
});

describe('the check of every response against openapi.json', () => {
  const good = {
    method: 'GET',
    path: '/health/live',
    status: 200,
    headers: new Headers({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'a',
      'x-api-version': '2026-11-20',
    }),
    text: '{"status":"ok"}',
  };
  const changed = (name: string, value: string | null) => {
    const headers = new Headers(good.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return headers;
  };

  it('passes a response that matches the description', () => {
    expect(() => expectDescribed(good)).not.toThrow();
    const path = '/api/models/embedded-image?a=1';
    expect(() => expectDescribed({ ...good, path })).toThrow(/GET \/api\/models\/\{modelKey\}: 200/);
  });

  it.each([
    ['an address nobody promised', { path: '/health/nothing' }],
    ['a method nobody promised', { method: 'PUT' }],
    ['a status nobody promised', { status: 202 }],
    ['a field too many', { text: '{"status":"ok","version":1}' }],
    ['a field too few', { text: '{}' }],
    ['a value outside its list', { text: '{"status":"fine"}' }],
    ['another content type', { headers: changed('content-type', 'text/html') }],
    ['a header that is missing', { headers: changed('x-request-id', null) }],
    ['a header off its pattern', { headers: changed('x-api-version', 'v1') }],
    ['a header that nobody described', { headers: changed('x-ratelimit-limit', '5') }],
  ])('%s fails the test', (_name, change) => {
    expect(() => expectDescribed({ ...good, ...change })).toThrow(/openapi\.json/);
  });
});

describe('responses of routes with test files of their own', () => {
  it('sign-in and keys match their description', async () => {
    const person = await register(app.base);
    const { accessToken: token, email, password } = person;
    const ask = (method: string, path: string, options: object = {}) =>
      call(app.base, method, path, { token, ...options });
    await ask('GET', '/api/auth/me');
    await ask('POST', '/api/auth/login', { body: { email, password } });
    await ask('POST', '/api/auth/login', { body: { email, password: 'wrong' } });
    await ask('POST', '/api/auth/register', { body: { email, password } });
    await ask('POST', '/api/auth/register', { body: {} });
    await ask('POST', '/api/auth/refresh');
    const { body: key } = await ask('POST', '/api/keys', { body: { name: 'a', scopes: ['read'] } });
    await ask('POST', '/api/keys', { body: { scopes: [] } });
    await ask('POST', '/api/keys', { body: 'name=a', headers: { 'content-type': 'text/plain' } });
    await ask('POST', '/api/keys', { body: '{' });
    await ask('PATCH', `/api/keys/${key.id}`, { body: { name: 'b' } });
    await ask('PATCH', '/api/keys/key_1', { body: { name: 'b' } });
    await ask('DELETE', `/api/keys/${key.id}`);
    await ask('GET', '/api/keys');
    await ask('POST', '/api/auth/logout');
    const refused = await ask('GET', '/api/keys');
    expect(refused.status).toBe(401);
  });

  it('the description distinguishes a prediction’s fields by status', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const described = structuredClone(description());
    described.components.schemas.StatusBody!.required = ['status'];
    ajv.addSchema(described, 'file');
    const validate = ajv.compile({ $ref: 'file#/components/schemas/StatusBody' });
    const error = { code: 'internal_error', message: 'm', retryable: false };
    const output = {
      outputUrl: null,
      url: null,
      outputUrlExpiresAt: null,
      outputs: [],
      outputExpiresAt: '2026-11-20T09:30:00.000Z',
    };
    expect(validate({ status: 'processing', retryAfterMs: 3000 })).toBe(true);
    expect(validate({ status: 'completed', ...output })).toBe(true);
    expect(validate({ status: 'failed', error })).toBe(true);
    expect(validate({ status: 'processing' })).toBe(false);
    expect(validate({ status: 'completed', ...output, error })).toBe(false);
    expect(validate({ status: 'failed', error, outputUrl: null })).toBe(false);
    expect(validate({ status: 'failed', error, surprise: 1 })).toBe(false);
  });
});

describe('GET /api/docs', () => {
  const linksOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);

  it.each(['/api/docs', '/api/docs/'])('200: %s and its files come from this service', async (path) => {
    const page = await call(app.base, 'GET', path, { undescribed: path.endsWith('/') });
    expect(page.status).toBe(200);
    const links = linksOf(page.text).filter((link) => !link.startsWith('data:'));
    expect(links.length).toBeGreaterThanOrEqual(3);
    const expected: Record<string, string> = { js: 'javascript', css: 'text/css', json: 'json' };
    for (const link of links) {
      const url = new URL(link, `${app.base}${path}`);
      expect(url.origin).toBe(new URL(app.base).origin);
      const asset = await call(app.base, 'GET', url.pathname, { undescribed: true });
      // With nosniff a browser accepts scripts and style sheets only with their own content type.
      expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
      expect({ link, status: asset.status }).toEqual({ link, status: 200 });
      expect(asset.headers.get('content-type')).toContain(expected[url.pathname.split('.').pop()!]);
    }
  });

  it('200: the description opens with how to begin, by commands of its operations', () => {
    const { info, paths } = served as Description & { info: { description: string } };
    expect(info.description).toContain('# How to begin');
    const commands = [...info.description.matchAll(/```bash\n([^]+?)\n```/g)].map(([, command]) => command!);
    const samples = Object.values(paths).flatMap((item) =>
      Object.values(item).map((operation) => operation['x-codeSamples']![0].source),
    );
    expect(commands).toHaveLength(3);
    expect(samples).toEqual(expect.arrayContaining(commands));
  });

  it('200: the description links the manual, before how to begin, and the manual’s reference links the description', async () => {
    const { info } = served as Description & { info: { description: string } };
    expect(info.description.split('# How to begin')[0]).toContain('[manual](/docs/)');
    const manual = await call(app.base, 'GET', '/docs/', { undescribed: true });
    expect({ status: manual.status, type: manual.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringContaining('text/html'),
    });
    const reference = await call(app.base, 'GET', '/docs/reference/', { undescribed: true });
    for (const path of ['/api/docs', '/api/openapi.json'])
      expect(reference.text).toContain(`<a href="${path}" target="_self">`);
  });

  it('200: the content policy allows only this origin', async () => {
    const { headers } = await call(app.base, 'GET', '/api/docs');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });
});
