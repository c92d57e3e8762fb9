import type { AuditTrail } from '../audit/index.js';
import { type Catalogue, Plans } from '../catalogue/index.js';
import type { CreditsService } from '../credits/index.js';
import type { Database, Runnable, Transaction } from '../platform/database/index.js';
import type { AccountLimits } from './account-limits.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { hashSecret, parseSecret } from './key-secret.js';
import type { KeySpending } from './key-spending.js';
import { KeysService } from './keys.service.js';
import type { KeyRow } from './keys.sql.js';

const ACCOUNT = '0199f0c2-0000-7000-8000-000000000001';
const ID = '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f';
const KEY = 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f';
const CREATED = new Date('2026-11-20T09:30:00.000Z');

const row: KeyRow = {
  id: ID,
  account_id: ACCOUNT,
  name: 'Production',
  env: 'test',
  last_four: '1a2b',
  scopes: ['write'],
  rate_limit: 120,
  created_at: CREATED,
  revoked_at: null,
  expires_at: null,
  allowed_models: null,
  allowed_ips: null,
  metadata: {},
  replaces: null,
  replaced_by: null,
  retires_at: null,
  is_disabled: false,
  has_place: true,
  is_ended: false,
  status: 'active',
  requests: '0',
  last_used_at: null,
};
const identity = {
  id: KEY,
  name: 'Production',
  masked: 'of_test_************1a2b',
  prefix: 'of_test',
  scopes: ['write'],
  rateLimit: 120,
  requests: 0,
  lastUsedAt: null,
  revokedAt: null,
  expiresAt: null,
  allowedModels: null,
  allowedIps: null,
  metadata: {},
  replaces: null,
  replacedBy: null,
  status: 'active',
  createdAt: '2026-11-20T09:30:00.000Z',
};
const withoutLimit = (known: object) => ({
  ...known,
  spendLimit: null,
  spent: { credits: 0, periodEndsAt: null },
});
const record = withoutLimit(identity);
const asked = { name: 'Production', env: 'test' as const, scopes: ['write' as const], rateLimit: 120 };

/** Creates a service whose database returns these rows in order, and records its statements. */
function serviceOf(...answers: object[][]) {
  const statements: { verb: string; values: unknown[] }[] = [];
  const updates: unknown[][] = [];
  const events: unknown[][] = [];
  const database = {
    change: <T>(_: string, work: (tx: Transaction) => Promise<T>) => work(database as unknown as Transaction),
    query: (text: string, values: unknown[]) => {
      statements.push({ verb: /^\s*(\w+)/.exec(text)![1]!, values });
      const answer = answers.shift();
      // Of a unique index.
      if (answer?.some((one) => 'fails' in one))
        return Promise.reject(Object.assign(new Error(), { code: '23505' }));
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('asked once too often'));
    },
    run: (statement: Runnable<object, object>, given: object) => {
      const { text, values } = statement.bind(given);
      return database.query(text, values);
    },
    manager: { update: (...update: unknown[]) => Promise.resolve(void updates.push(update)) },
  };
  const catalogue = {
    findServed: (key: string) => (key === 'known' ? {} : undefined),
    plans: new Plans([{ key: 'free', title: 'Free' }], 'free'),
  };
  const audit = {
    record: (_tx: Transaction, { action, target, before, after }: Record<string, unknown>) =>
      Promise.resolve(void events.push([action, target, before, after])),
  };
  const spending = { addTo: (_account: string, records: object[]) => records.map(withoutLimit) };
  const keys = new KeysService(
    database as unknown as Database,
    catalogue as unknown as Catalogue,
    audit as unknown as AuditTrail,
    spending as unknown as KeySpending,
    { walletOf: () => Promise.resolve({ plan: 'free' }) } as unknown as CreditsService,
    { maxRateLimitOf: () => Promise.resolve(6_000) } as unknown as AccountLimits,
  );
  return { keys, statements, updates, events };
}

const settings = {
  name: 'Production',
  env: 'test',
  scopes: ['write'],
  rateLimit: 120,
  expiresAt: null,
  allowedModels: null,
  allowedIps: null,
  metadata: [],
  disabled: false,
};
const won = { place: 1, is_created: true };
const lost = { place: 1, is_created: false };

describe('a new key', () => {
  it('is returned with its secret, of which the database gets only the hash and the last four characters', async () => {
    const { keys, statements, events } = serviceOf([won], [row]);
    const { key, ...returned } = await keys.create(ACCOUNT, asked);
    expect(returned).toEqual({ success: true, ...record });
    expect(parseSecret(key)).toBe('test');
    expect(statements).toHaveLength(2);
    const [id, ...values] = statements[0]!.values;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const given = [ACCOUNT, 'Production', 'test', key.slice(-4), hashSecret(key), ['write'], 120];
    expect(values).toEqual([...given, null, null, null, '{}']);
    expect(events).toEqual([['key.created', KEY, null, settings]]);
  });

  it('is tried again, with the same secret, while others win the places that it tries', async () => {
    const { keys, statements } = serviceOf([lost], [lost], [{ place: 3, is_created: true }], [row]);
    const { key } = await keys.create(ACCOUNT, asked);
    const hashes = statements.slice(0, 3).map(({ values }) => values[5]);
    expect(hashes).toEqual([hashSecret(key), hashSecret(key), hashSecret(key)]);
  });

  it('is refused with 409 when every place is taken', async () => {
    const { keys, statements, events } = serviceOf([{ place: null, is_created: false }]);
    await expect(keys.create(ACCOUNT, asked)).rejects.toMatchObject({
      code: 'active_key_limit_reached',
      status: 409,
    });
    expect(statements).toHaveLength(1);
    expect(events).toEqual([]);
  });

  it('is refused with 400 for a model that is not offered, before any statement', async () => {
    const { keys, statements } = serviceOf();
    const allowedModels = ['known', 'unknown'];
    const refused = {
      code: 'validation_failed',
      details: [expect.objectContaining({ field: 'allowedModels' })],
    };
    await expect(keys.create(ACCOUNT, { ...asked, allowedModels })).rejects.toMatchObject(refused);
    await expect(keys.update(ACCOUNT, KEY, { allowedModels })).rejects.toMatchObject(refused);
    expect(statements).toEqual([]);
  });
});

describe('the keys of an account', () => {
  it('are listed with how many of them may be active', async () => {
    const { keys, statements } = serviceOf([row, row]);
    expect(await keys.list(ACCOUNT)).toEqual({ success: true, keys: [record, record], maxActive: 20 });
    expect(statements.map(({ values }) => values)).toEqual([[[ACCOUNT]]]);
  });

  it('are read in one statement when several accounts ask together, and each gets its own', async () => {
    const other = '0199f0c2-0000-7000-8000-000000000002';
    const { keys, statements } = serviceOf([{ ...row, account_id: other, name: 'Theirs' }, row]);
    const [mine, theirs, mineAgain] = await Promise.all([ACCOUNT, other, ACCOUNT].map((id) => keys.list(id)));
    expect(mine!.keys).toEqual([record]);
    expect(mineAgain!.keys).toEqual([record]);
    expect(theirs!.keys).toEqual([{ ...record, name: 'Theirs' }]);
    expect(statements).toHaveLength(1);
  });

  it('show when they were used and revoked, and their requests as a number', async () => {
    const used = new Date('2026-11-20T10:00:00.000Z');
    const revoked = new Date('2026-11-20T11:00:00.000Z');
    const { keys } = serviceOf([
      { ...row, requests: '42', last_used_at: used, revoked_at: revoked, status: 'revoked' },
    ]);
    expect((await keys.list(ACCOUNT)).keys).toEqual([
      {
        ...record,
        requests: 42,
        lastUsedAt: '2026-11-20T10:00:00.000Z',
        revokedAt: '2026-11-20T11:00:00.000Z',
        status: 'revoked',
      },
    ]);
  });
});

describe('changing a key', () => {
  it('sets only what the request has, of the caller’s key, and records the difference without metadata', async () => {
    const after = { ...row, name: 'Mine', metadata: { mail: 'a@example.com' } };
    const { keys, statements, updates, events } = serviceOf([row], [after]);
    const changed = await keys.update(ACCOUNT, KEY, { name: 'Mine', metadata: { mail: 'a@example.com' } });
    expect(changed).toMatchObject({ success: true, name: 'Mine', metadata: { mail: 'a@example.com' } });
    expect(updates).toEqual([
      [ApiKeyEntity, { id: ID, accountId: ACCOUNT }, { name: 'Mine', metadata: { mail: 'a@example.com' } }],
    ]);
    expect(statements.map(({ values }) => values)).toEqual([
      [ID, ACCOUNT],
      [ID, ACCOUNT],
    ]);
    const was = { name: 'Production', metadata: [] };
    expect(events).toEqual([['key.changed', KEY, was, { name: 'Mine', metadata: ['mail'] }]]);
  });

  it('records nothing when nothing is different', async () => {
    const { keys, events } = serviceOf([row], [row]);
    await keys.update(ACCOUNT, KEY, { rateLimit: 120 });
    expect(events).toEqual([]);
  });

  it('tries again when another transaction takes the place of an expired key first', async () => {
    const expired = { ...row, has_place: false, status: 'expired' as const };
    const { keys, statements } = serviceOf([expired], [{ fails: true }], [expired], [{ id: ID }], [row]);
    const expiresAt = '2999-01-01T00:00:00Z';
    expect(await keys.update(ACCOUNT, KEY, { expiresAt })).toMatchObject({ status: 'active' });
    expect(statements).toHaveLength(5);
  });

  it('is refused with 409 when an expired key finds no place', async () => {
    const { keys } = serviceOf([{ ...row, has_place: false }], []);
    const refused = { code: 'active_key_limit_reached', status: 409 };
    await expect(keys.update(ACCOUNT, KEY, { expiresAt: null })).rejects.toMatchObject(refused);
  });

  it('is refused with 400 without a setting', async () => {
    await expect(serviceOf().keys.update(ACCOUNT, KEY, {})).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('rotating a key', () => {
  it.each(['retiring', 'expired', 'revoked'] as const)(
    'is refused with 409 when it is %s',
    async (status) => {
      const { keys, statements } = serviceOf([{ ...row, status }]);
      const refused = {
        code: 'key_not_rotatable',
        status: 409,
        message: expect.stringContaining(` ${status}:`),
      };
      await expect(keys.rotate(ACCOUNT, KEY, 0)).rejects.toMatchObject(refused);
      expect(statements).toHaveLength(1);
    },
  );
});

describe('revoking a key', () => {
  it('updates only the caller’s key, returns the record, and records it and the end of its predecessor', async () => {
    const ended = { ...row, status: 'revoked' as const, revoked_at: CREATED };
    const { keys, statements, events } = serviceOf([row], [{ id: ID }, { id: ACCOUNT }], [ended]);
    expect(await keys.revoke(ACCOUNT, KEY)).toMatchObject({ id: KEY, status: 'revoked' });
    expect(statements).toEqual([
      { verb: 'select', values: [ID, ACCOUNT] },
      { verb: 'with', values: [ID, ACCOUNT] },
      { verb: 'select', values: [ID, ACCOUNT] },
    ]);
    expect(events.map(([action, target]) => [action, target])).toEqual([
      ['key.revoked', KEY],
      ['key.revoked', `key_${ACCOUNT.replaceAll('-', '')}`],
    ]);
  });

  it('does nothing to a revoked key', async () => {
    const { keys, events } = serviceOf([{ ...row, status: 'revoked' }]);
    expect(await keys.revoke(ACCOUNT, KEY)).toMatchObject({ id: KEY });
    expect(events).toEqual([]);
  });
});

describe('a key that is not the caller’s', () => {
  const notFound = { code: 'key_not_found', status: 404 };

  it('is a 404, like an unknown key', async () => {
    await expect(serviceOf([]).keys.update(ACCOUNT, KEY, { name: 'x' })).rejects.toMatchObject(notFound);
    await expect(serviceOf([]).keys.rotate(ACCOUNT, KEY, 0)).rejects.toMatchObject(notFound);
    await expect(serviceOf([]).keys.revoke(ACCOUNT, KEY)).rejects.toMatchObject(notFound);
  });

  it.each(['', 'key_', ID, KEY.replace('key_', 'pred_'), `${KEY}0`, KEY.toUpperCase()])(
    'and the id %j, which none can have, reach no statement',
    async (id) => {
      const { keys, statements, updates } = serviceOf();
      await expect(keys.update(ACCOUNT, id, { name: 'x' })).rejects.toMatchObject(notFound);
      await expect(keys.rotate(ACCOUNT, id, 0)).rejects.toMatchObject(notFound);
      await expect(keys.revoke(ACCOUNT, id)).rejects.toMatchObject(notFound);
      expect([...statements, ...updates]).toEqual([]);
    },
  );
});
