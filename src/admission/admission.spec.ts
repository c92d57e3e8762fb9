import type { Request } from 'express';
import { createSecret, hashSecret } from '../keys/index.js';
import type { Config } from '../platform/config/index.js';
import type { Database, Runnable } from '../platform/database/index.js';
import { WINDOW_SECONDS, WINDOW_UNIT } from '../platform/limits/index.js';
import { Admission } from './admission.js';
import { CREATE_BUDGETS } from './admit.sql.js';
import { FailedAuthThrottle } from './failed-auth.throttle.js';
import type { KeyUses } from './key-uses.js';
import { PostgresEvaluation } from './postgres.evaluation.js';
import { budgetHeaders, rateLimitedHeaders } from './requirements.js';

const SECRET = createSecret('live');

const admitted = {
  verdict: 'admitted',
  key_id: 'k',
  account_id: 'a',
  env: 'live',
  scopes: 'write',
  rate_limit: 120,
  allowed_models: null as string[] | null,
  address_allowed: true,
  is_suspended: false,
  is_successor: false,
  key_subject: 'key:k',
  platform_subject: 'platform',
  remaining: 7,
  key_reset: 42,
  platform_reset: 43,
};

type Row = Partial<typeof admitted> & { ord?: number };

/** Creates an admission whose database returns these rows, one array per statement. */
function createAdmission(...results: Row[][]) {
  const statements: unknown[][] = [];
  const prepared: unknown[] = [];
  const failed: (string | undefined)[] = [];
  const verdict = { isBlocked: false, retryAfterSeconds: 0 };
  const database = {
    run: (statement: Runnable<object, object>, given: object) => {
      const { values } = statement.bind(given);
      if (statement === CREATE_BUDGETS) return Promise.resolve(void prepared.push(values[0]));
      statements.push(values);
      const rows = results.shift();
      if (!rows) return Promise.reject(new Error('unexpected statement'));
      return Promise.resolve(rows.map((row, ord) => ({ ...admitted, ord, ...row })));
    },
  };
  const failures = Object.assign(new FailedAuthThrottle(), {
    countFailure: (address?: string) => (failed.push(address), Promise.resolve(verdict)),
  });
  const counted: string[] = [];
  const uses = { count: (keyId: string) => void counted.push(keyId) } as unknown as KeyUses;
  const config = { limits: { platform: 600, per: 'ip' } } as unknown as Config;
  const evaluation = new PostgresEvaluation(uses, database as unknown as Database, config);
  const admission = new Admission(evaluation, database as unknown as Database, config, failures);
  return { admission, statements, prepared, failed, verdict, counted };
}

const requestWith = (authorization: string | undefined) =>
  ({ headers: { authorization }, socket: { remoteAddress: '192.0.2.1' } }) as unknown as Request;
const withKey = (secret = SECRET) => requestWith(`Bearer ${secret}`);

const BUDGET_HEADERS = {
  'X-RateLimit-Limit': '120',
  'X-RateLimit-Remaining': '7',
  'X-RateLimit-Reset': '0',
  'RateLimit-Policy': `"key";q=120;w=${WINDOW_SECONDS}`,
  RateLimit: '"key";r=7;t=0',
};

describe('a request with a key', () => {
  it('is admitted as the key and its account, with the headers of the budget', async () => {
    const { admission, statements, failed } = createAdmission([{}]);
    const { principal, budget } = await admission.admit(withKey(), ['read', 'write']);
    expect(principal).toEqual({
      kind: 'api-key',
      keyId: 'k',
      accountId: 'a',
      env: 'live',
      scopes: ['write'],
    });
    expect(budgetHeaders(budget)).toEqual(BUDGET_HEADERS);
    expect(statements).toEqual([
      [[0], [hashSecret(SECRET)], ['read,write'], ['192.0.2.1'], 600, 'ip', ['192.0.2.1']],
    ]);
    expect(failed).toEqual([]);
  });

  it.each([`bearer ${SECRET}`, `BEARER   ${SECRET}`, `Bearer ${SECRET}  `])(
    'is admitted with any case and spacing of the scheme (%#)',
    async (authorization) => {
      const { admission } = createAdmission([{}]);
      await expect(admission.admit(requestWith(authorization), [])).resolves.toBeDefined();
    },
  );

  it('is admitted with the last request of its budget, with the seconds until the next', async () => {
    const { admission } = createAdmission([{ remaining: 0 }]);
    const { budget } = await admission.admit(withKey(), []);
    expect(budgetHeaders(budget)).toMatchObject({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '42' });
  });

  it('gets 403 without the scope, with the headers of the budget', async () => {
    const { admission } = createAdmission([{ verdict: 'forbidden' }]);
    await expect(admission.admit(withKey(), ['read'])).rejects.toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      headers: BUDGET_HEADERS,
    });
  });

  it('gets 403 from an address that its key does not allow', async () => {
    const { admission } = createAdmission([{ verdict: 'forbidden', address_allowed: false }]);
    await expect(admission.admit(withKey(), ['read'])).rejects.toMatchObject({
      code: 'ip_not_allowed',
      status: 403,
      headers: BUDGET_HEADERS,
    });
  });

  it('gets 403 when its account is suspended, after the address and before the scope', async () => {
    const suspended = { verdict: 'forbidden', is_suspended: true };
    const { admission } = createAdmission([suspended], [{ ...suspended, address_allowed: false }]);
    await expect(admission.admit(withKey(), ['read'])).rejects.toMatchObject({
      code: 'account_suspended',
      status: 403,
      headers: BUDGET_HEADERS,
    });
    await expect(admission.admit(withKey(), ['read'])).rejects.toMatchObject({ code: 'ip_not_allowed' });
  });

  it('gets 403 for a model that its key does not allow, also when its budget is used up', async () => {
    const allowed = { allowed_models: ['a', 'b'] };
    const used = { ...allowed, verdict: 'key', remaining: 0 };
    const { admission } = createAdmission([allowed], [allowed], [used], [used]);
    const refused = { code: 'model_not_allowed', status: 403 };
    await expect(admission.admit(withKey(), [], 'b')).resolves.toBeDefined();
    await expect(admission.admit(withKey(), [], 'c')).rejects.toMatchObject(refused);
    await expect(admission.admit(withKey(), [], 'c')).rejects.toMatchObject(refused);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('is counted for its key by itself when the key shares the budget of another one', async () => {
    const { admission, counted } = createAdmission([{}], [{ is_successor: true }]);
    await admission.admit(withKey(), []);
    await admission.admit(withKey(), []);
    expect(counted).toEqual(['key:k']);
  });

  it('gets 429 over its own budget, which the message names', async () => {
    const { admission } = createAdmission([{ verdict: 'key', remaining: 0 }]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: `Rate limit exceeded for this API key (120/${WINDOW_UNIT})`,
      headers: rateLimitedHeaders({ name: 'key', limit: 120, remaining: 0, resetSeconds: 42 }),
    });
  });

  it('gets 429 over the platform’s budget, which the message names, also when the key has requests left', async () => {
    const { admission } = createAdmission([{ verdict: 'platform' }]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({
      code: 'rate_limited',
      message: `Platform rate limit exceeded (600/${WINDOW_UNIT})`,
      headers: rateLimitedHeaders({ name: 'platform', limit: 600, remaining: 0, resetSeconds: 43 }),
    });
  });

  it('is counted for the source `unknown` without an address', async () => {
    const { admission, statements } = createAdmission([{}]);
    const request = { headers: { authorization: `Bearer ${SECRET}` }, socket: {} } as unknown as Request;
    await admission.admit(request, []);
    expect(statements[0]![3]).toEqual(['unknown']);
  });
});

describe('a request without a valid key', () => {
  const unauthorized = {
    code: 'invalid_api_key',
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer' },
  };

  it.each([
    undefined,
    '',
    SECRET,
    'Bearer',
    'Bearer ',
    `Basic ${SECRET}`,
    `Bearer${SECRET}`,
    `x Bearer ${SECRET}`,
    `Bearer ${SECRET} x`,
    `Bearer x ${SECRET}`,
    `Bearer ${SECRET.slice(0, -1)}`,
  ])('gets 401 without a statement when it is malformed (%#)', async (authorization) => {
    const { admission, statements, failed } = createAdmission();
    const admitting = admission.admit(requestWith(authorization), []);
    await expect(admitting).rejects.toMatchObject(unauthorized);
    // No headers of a budget.
    await expect(admitting).rejects.toHaveProperty('headers', unauthorized.headers);
    expect(statements).toEqual([]);
    expect(failed).toEqual(['192.0.2.1']);
  });

  it('gets 401 when the key is unknown, and counts as a failure', async () => {
    const { admission, failed } = createAdmission([]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject(unauthorized);
    expect(failed).toEqual(['192.0.2.1']);
  });

  it('gets 429 when its address has no failures left', async () => {
    const { admission, verdict } = createAdmission([]);
    Object.assign(verdict, { isBlocked: true, retryAfterSeconds: 17 });
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: 'Too many requests without a valid credential from this address.',
      headers: { 'Retry-After': '17' },
    });
  });
});

describe('requests that arrive together', () => {
  const secrets = [SECRET, createSecret('test'), createSecret('live')];
  const all = (admission: Admission) =>
    Promise.all(
      secrets.map((secret) =>
        admission
          .admit(withKey(secret), ['write'])
          .then(({ principal }) => principal.keyId)
          .catch(({ code }: { code: string }) => code),
      ),
    );

  it('are evaluated by one statement, each by its own row, in any order of the rows', async () => {
    const { admission, statements } = createAdmission([
      { ord: 2, key_id: 'third' },
      { ord: 0, key_id: 'first', verdict: 'key', remaining: 0 },
    ]);
    expect(await all(admission)).toEqual(['rate_limited', 'invalid_api_key', 'third']);
    expect(statements).toHaveLength(1);
    expect(statements[0]!.slice(0, 2)).toEqual([[0, 1, 2], secrets.map(hashSecret)]);
  });

  it('are evaluated again if their budgets had no rows, without those already counted', async () => {
    const unprepared = { verdict: 'unprepared', key_subject: 'key:new', platform_subject: 'ip:new' };
    const { admission, statements, prepared } = createAdmission(
      [
        { ...unprepared, ord: 0 },
        { ord: 1, key_id: 'second' },
        { ...unprepared, ord: 2, key_subject: 'key:newer' },
      ],
      [
        { ord: 0, key_id: 'first' },
        { ord: 1, key_id: 'third', verdict: 'forbidden' },
      ],
    );
    expect(await all(admission)).toEqual(['first', 'second', 'insufficient_scope']);
    expect(prepared).toEqual([['key:new', 'ip:new', 'key:newer', 'ip:new']]);
    expect(statements.map(([, hashes]) => hashes)).toEqual([
      secrets.map(hashSecret),
      [secrets[0]!, secrets[2]!].map(hashSecret),
    ]);
  });

  it('get 401 for unknown and just revoked keys only', async () => {
    const { admission } = createAdmission([{ ord: 0, verdict: 'unprepared' }, { ord: 2 }], []);
    expect(await all(admission)).toEqual(['invalid_api_key', 'invalid_api_key', 'k']);
  });

  it('run in another statement beyond 128', async () => {
    const { admission, statements } = createAdmission([], []);
    await Promise.allSettled(Array.from({ length: 129 }, () => admission.admit(withKey(), [])));
    expect(statements.map(([ords]) => (ords as number[]).length)).toEqual([128, 1]);
  });
});

describe('a signed-in user', () => {
  it('counts in the account’s budget and the platform’s, and gets the headers of the account’s', async () => {
    const { admission, statements } = createAdmission([{}]);
    const budget = await admission.admitAccount(requestWith(undefined), 'a');
    expect(statements).toEqual([[[0], ['a'], 120, ['192.0.2.1'], 600, 'ip', [false]]]);
    expect(budgetHeaders(budget)).toMatchObject({
      'RateLimit-Policy': `"account";q=120;w=${WINDOW_SECONDS}`,
    });
  });

  it('gets 403 when the account is suspended and may not make the request', async () => {
    const { admission, statements } = createAdmission([{ verdict: 'forbidden', is_suspended: true }]);
    const admitting = admission.admitAccount(requestWith(undefined), 'a', { isActiveOnly: true });
    await expect(admitting).rejects.toMatchObject({ code: 'account_suspended', status: 403 });
    expect(statements).toEqual([[[0], ['a'], 120, ['192.0.2.1'], 600, 'ip', [true]]]);
  });

  it('gets 429 over the account’s budget, which the message names, and counts as no failure', async () => {
    const { admission, failed } = createAdmission([{ verdict: 'key', remaining: 0 }]);
    await expect(admission.admitAccount(requestWith(undefined), 'a')).rejects.toMatchObject({
      code: 'rate_limited',
      message: `Rate limit exceeded for this account (120/${WINDOW_UNIT})`,
    });
    expect(failed).toEqual([]);
  });

  it('is counted for the source `unknown` without an address', async () => {
    const { admission, statements } = createAdmission([{}]);
    await admission.admitAccount({ headers: {}, socket: {} } as Request, 'a');
    expect(statements[0]![3]).toEqual(['unknown']);
  });

  it('is evaluated together with at most 127 others', async () => {
    const { admission, statements } = createAdmission(
      Array.from({ length: 128 }, () => ({})),
      [{}],
    );
    await Promise.all(Array.from({ length: 129 }, () => admission.admitAccount(requestWith(undefined), 'a')));
    expect(statements.map(([ords]) => (ords as number[]).length)).toEqual([128, 1]);
  });
});
