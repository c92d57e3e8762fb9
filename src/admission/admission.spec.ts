import type { Request } from 'express';
import type { Config } from '../config/index.js';
import type { Database } from '../database/index.js';
import { createSecret, hashSecret } from '../keys/index.js';
import { Admission } from './admission.js';
import { budgetHeaders, refusalHeaders } from './budget-headers.js';
import type { FailedAuthThrottle } from './failed-auth.throttle.js';

const SECRET = createSecret('live');

const admitted = {
  verdict: 'admitted',
  key_id: 'k',
  account_id: 'a',
  env: 'live',
  scopes: 'write',
  rate_limit: 120,
  key_subject: 'key:k',
  platform_subject: 'platform',
  remaining: 7,
  key_reset: 42,
  platform_reset: 43,
};

type Row = Partial<typeof admitted> & { ord?: number };

/** An admission whose database gives these rows for a statement, one statement after the other. */
function admissionOf(...answers: Row[][]) {
  const statements: unknown[][] = [];
  const prepared: unknown[] = [];
  const failed: (string | undefined)[] = [];
  const verdict = { isBlocked: false, retryAfterSeconds: 0 };
  const database = {
    prepared: (_name: string, _text: string, values: unknown[]) => {
      statements.push(values);
      const rows = answers.shift();
      if (!rows) return Promise.reject(new Error('asked once too often'));
      return Promise.resolve(rows.map((row, ord) => ({ ...admitted, ord, ...row })));
    },
    query: (_text: string, [subjects]: unknown[]) => Promise.resolve(void prepared.push(subjects)),
  };
  const failures = { hit: (address?: string) => (failed.push(address), Promise.resolve(verdict)) };
  const admission = new Admission(
    database as unknown as Database,
    { limits: { platform: 600, per: 'ip' } } as unknown as Config,
    failures as unknown as FailedAuthThrottle,
  );
  return { admission, statements, prepared, failed, verdict };
}

const requestWith = (authorization: string | undefined) =>
  ({ headers: { authorization }, socket: { remoteAddress: '192.0.2.1' } }) as unknown as Request;
const withKey = (secret = SECRET) => requestWith(`Bearer ${secret}`);

const SHOWN = {
  'X-RateLimit-Limit': '120',
  'X-RateLimit-Remaining': '7',
  'X-RateLimit-Reset': '0',
  'RateLimit-Policy': '"key";q=120;w=60',
  RateLimit: '"key";r=7;t=0',
};

describe('a request with a key', () => {
  it('is let in as whose key it is, and shown the budget', async () => {
    const { admission, statements, failed } = admissionOf([{}]);
    const { principal, budget } = await admission.admit(withKey(), ['read', 'write']);
    expect(principal).toEqual({
      kind: 'api-key',
      keyId: 'k',
      accountId: 'a',
      env: 'live',
      scopes: ['write'],
    });
    expect(budgetHeaders(budget)).toEqual(SHOWN);
    expect(statements).toEqual([[[0], [hashSecret(SECRET)], ['read,write'], ['192.0.2.1'], 600, 'ip']]);
    expect(failed).toEqual([]);
  });

  it.each([`bearer ${SECRET}`, `BEARER   ${SECRET}`, `Bearer ${SECRET}  `])(
    'is let in however the scheme is written and spaced (%#)',
    async (authorization) => {
      const { admission } = admissionOf([{}]);
      await expect(admission.admit(requestWith(authorization), [])).resolves.toBeDefined();
    },
  );

  it('is let in with the last of its budget, and told when there is more', async () => {
    const { admission } = admissionOf([{ remaining: 0 }]);
    const { budget } = await admission.admit(withKey(), []);
    expect(budgetHeaders(budget)).toMatchObject({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '42' });
  });

  it('without the scope is refused with 403, and shown the budget all the same', async () => {
    const { admission } = admissionOf([{ verdict: 'forbidden' }]);
    await expect(admission.admit(withKey(), ['read'])).rejects.toMatchObject({
      code: 'insufficient_scope',
      status: 403,
      headers: SHOWN,
    });
  });

  it('over its own budget is refused with 429 that names the key’s', async () => {
    const { admission } = admissionOf([{ verdict: 'key', remaining: 0 }]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: 'Rate limit exceeded for this API key (120/min)',
      headers: refusalHeaders({ name: 'key', limit: 120, remaining: 0, resetSeconds: 42 }),
    });
  });

  it('over the platform’s budget is refused with 429 that names the platform’s, whatever the key has left', async () => {
    const { admission } = admissionOf([{ verdict: 'platform' }]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Platform rate limit exceeded (600/min)',
      headers: refusalHeaders({ name: 'platform', limit: 600, remaining: 0, resetSeconds: 43 }),
    });
  });

  it('is counted under an address of nobody when its own is not known', async () => {
    const { admission, statements } = admissionOf([{}]);
    const request = { headers: { authorization: `Bearer ${SECRET}` }, socket: {} } as unknown as Request;
    await admission.admit(request, []);
    expect(statements[0]![3]).toEqual(['unknown']);
  });
});

describe('a request without a key that somebody has', () => {
  const refused = {
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
  ])('is refused with 401 and costs no statement (%#)', async (authorization) => {
    const { admission, statements, failed } = admissionOf();
    const refusal = admission.admit(requestWith(authorization), []);
    await expect(refusal).rejects.toMatchObject(refused);
    // No budget is shown.
    await expect(refusal).rejects.toHaveProperty('headers', refused.headers);
    expect(statements).toEqual([]);
    expect(failed).toEqual(['192.0.2.1']);
  });

  it('is refused with 401 when the database knows none, and counted as a failure', async () => {
    const { admission, failed } = admissionOf([]);
    await expect(admission.admit(withKey(), [])).rejects.toMatchObject(refused);
    expect(failed).toEqual(['192.0.2.1']);
  });

  it('is refused with 429 once its address has used up its failures', async () => {
    const { admission, verdict } = admissionOf([]);
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

  it('are judged by one statement, each by its own row, in whatever order the rows come', async () => {
    const { admission, statements } = admissionOf([
      { ord: 2, key_id: 'third' },
      { ord: 0, key_id: 'first', verdict: 'key', remaining: 0 },
    ]);
    expect(await all(admission)).toEqual(['rate_limited', 'invalid_api_key', 'third']);
    expect(statements).toHaveLength(1);
    expect(statements[0]!.slice(0, 2)).toEqual([[0, 1, 2], secrets.map(hashSecret)]);
  });

  it('and whose budgets are not prepared are judged once more, alone: the others have been counted', async () => {
    const unprepared = { verdict: 'unprepared', key_subject: 'key:new', platform_subject: 'ip:new' };
    const { admission, statements, prepared } = admissionOf(
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

  it('and whose key nobody has, or nobody any more, get 401 among the others', async () => {
    const { admission } = admissionOf([{ ord: 0, verdict: 'unprepared' }, { ord: 2 }], []);
    expect(await all(admission)).toEqual(['invalid_api_key', 'invalid_api_key', 'k']);
  });

  it('beyond 128 take another statement', async () => {
    const { admission, statements } = admissionOf([], []);
    await Promise.allSettled(Array.from({ length: 129 }, () => admission.admit(withKey(), [])));
    expect(statements.map(([ords]) => (ords as number[]).length)).toEqual([128, 1]);
  });
});

describe('a signed-in person', () => {
  it('is counted over the account’s own budget and the platform’s, and shown the account’s', async () => {
    const { admission, statements } = admissionOf([{}]);
    const budget = await admission.admitAccount(requestWith(undefined), 'a');
    expect(statements).toEqual([[[0], ['a'], 120, ['192.0.2.1'], 600, 'ip']]);
    expect(budgetHeaders(budget)).toMatchObject({ 'RateLimit-Policy': '"account";q=120;w=60' });
  });

  it('over the budget is refused with 429 that names the account’s, and is no failed credential', async () => {
    const { admission, failed } = admissionOf([{ verdict: 'key', remaining: 0 }]);
    await expect(admission.admitAccount(requestWith(undefined), 'a')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Rate limit exceeded for this account (120/min)',
    });
    expect(failed).toEqual([]);
  });

  it('without a known address is counted under that of nobody', async () => {
    const { admission, statements } = admissionOf([{}]);
    await admission.admitAccount({ headers: {}, socket: {} } as Request, 'a');
    expect(statements[0]![3]).toEqual(['unknown']);
  });

  it('is judged together with 127 others at most', async () => {
    const { admission, statements } = admissionOf(
      Array.from({ length: 128 }, () => ({})),
      [{}],
    );
    await Promise.all(Array.from({ length: 129 }, () => admission.admitAccount(requestWith(undefined), 'a')));
    expect(statements.map(([ords]) => (ords as number[]).length)).toEqual([128, 1]);
  });
});
