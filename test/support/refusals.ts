/**
 * Expectations for error responses, and the error tests that all API-key routes share.
 */
import { createSecret } from '../../src/keys/key-secret.js';
import { COUNTED_SECONDS, WINDOW_SECONDS, WINDOW_UNIT } from '../../src/platform/limits/index.js';
import type { TestApp } from './app.js';
import { ALL_SCOPES, type Answer, call, createKey, newCaller, type Person, register } from './client.js';

export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const EVERY_SCOPE = [
  'read',
  'write',
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
  'billing',
];

/** Returns the complete error body. */
export function refusal(statusCode: number, code: string, more: object = {}): object {
  return {
    statusCode,
    code,
    message: expect.stringMatching(/./),
    requestId: expect.stringMatching(/./),
    ...more,
  };
}

/** Returns the fields that a 400 names. */
export function fieldsOf(answer: Answer): string[] {
  return ((answer.body.details ?? []) as { field: string }[]).map(({ field }) => field).sort();
}

/** Returns balance, ledger and history, which a rejected request must not change. */
export async function stateOf(base: string, key: string): Promise<object> {
  const paths = ['/api/credits/balance', '/api/credits/ledger?limit=100', '/api/generate/history?limit=100'];
  return Promise.all(
    paths.map(async (path) => (await call(base, 'GET', path, { token: key })).body as object),
  );
}

/** Expects the headers of a budget with this many requests left. */
export function expectBudget(answer: Answer, limit: number, remaining: number, name = 'key'): void {
  const { headers } = answer;
  const reset = Number(headers.get('x-ratelimit-reset'));
  expect({
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
    policy: headers.get('ratelimit-policy'),
    state: headers.get('ratelimit'),
  }).toEqual({
    limit: String(limit),
    remaining: String(remaining),
    policy: `"${name}";q=${limit};w=${WINDOW_SECONDS}`,
    state: `"${name}";r=${remaining};t=${reset}`,
  });
  if (remaining > 0) expect(reset).toBe(0);
  else expect(reset).toBeGreaterThanOrEqual(1);
  expect(reset).toBeLessThanOrEqual(COUNTED_SECONDS);
}

/** Expects a 429: exactly two fields, everything else in headers. */
export function expectTooMany(answer: Answer, scope: 'key' | 'platform', limit: number): void {
  expect(answer.status).toBe(429);
  const message =
    scope === 'key'
      ? `Rate limit exceeded for this API key (${limit}/${WINDOW_UNIT})`
      : `Platform rate limit exceeded (${limit}/${WINDOW_UNIT})`;
  expect(answer.text).toBe(JSON.stringify({ statusCode: 429, message }));
  expectBudget(answer, limit, 0, scope);
  expect(answer.headers.get('x-ratelimit-scope')).toBe(scope);
  expect(answer.headers.get('retry-after')).toBe(answer.headers.get('x-ratelimit-reset'));
}

export interface ApiKeyRouteFacts {
  app: () => TestApp;
  /** Calls the route with this credential; `person` owns the requested resource. */
  ask: (token: string | undefined, person: Person, headers?: Record<string, string>) => Promise<Answer>;
  /** Any one of these is enough. */
  scopes: string[];
}

/** Tests 401, 403 and 429 of an API-key route, in the order of checks. */
export function itRequiresApiKey({ app, ask, scopes }: ApiKeyRouteFacts): void {
  const withScopes = async (person: Person, some: string[], fields: object = {}): Promise<string> =>
    (await createKey(app().base, person, { scopes: some, ...fields })).key as string;

  describe('401', () => {
    it('without a key, with a mistyped, unknown or revoked one, with another scheme, with an access token', async () => {
      const { person, key, record } = await newCaller(app().base);
      const revoked = await createKey(app().base, person);
      await call(app().base, 'DELETE', `/api/keys/${revoked.id}`, { token: person.accessToken });
      const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
      const tokens = [
        undefined,
        '',
        'nonsense',
        mistyped,
        createSecret('live'),
        record.id,
        revoked.key,
        person.accessToken,
      ];
      for (const token of tokens) {
        const answer = await ask(token, person);
        expect(answer.body).toEqual(refusal(401, 'invalid_api_key'));
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
      }
      const basic = await ask(undefined, person, { authorization: `Basic ${btoa(`${key}:`)}` });
      expect(basic.body).toEqual(refusal(401, 'invalid_api_key'));
    });
  });

  describe('403', () => {
    const others = EVERY_SCOPE.filter((scope) => !scopes.includes(scope));
    it(`with no scope but ${others.join(', ')}, without using its limit`, async () => {
      const person = await register(app().base);
      const token = await withScopes(person, others, { rateLimit: 10 });
      for (let time = 0; time < 2; time += 1) {
        const answer = await ask(token, person);
        expect(answer.body).toEqual(refusal(403, 'insufficient_scope'));
        expectBudget(answer, 10, 10);
      }
    });

    it(`not with ${scopes.join(' or ')} alone`, async () => {
      const person = await register(app().base);
      for (const scope of scopes) {
        const answer = await ask(await withScopes(person, [scope]), person);
        expect({ scope, status: answer.status }).not.toEqual({ scope, status: 403 });
        expect(answer.status).toBeLessThan(500);
        expect(answer.status).not.toBe(401);
      }
    });
  });

  describe('429', () => {
    it('the eleventh request of a key with a limit of 10 exceeds that limit, and of no other', async () => {
      const person = await register(app().base);
      const token = await withScopes(person, ALL_SCOPES, { rateLimit: 10 });
      for (let left = 9; left >= 0; left -= 1) expectBudget(await ask(token, person), 10, left);
      expectTooMany(await ask(token, person), 'key', 10);
      expect((await ask(await withScopes(person, ALL_SCOPES), person)).status).not.toBe(429);
    });
  });
}
