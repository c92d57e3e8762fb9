import type { Database } from '../database/index.js';
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
  const database = {
    query: (text: string, values: unknown[]) => {
      statements.push({ verb: /^\s*(\w+)/.exec(text)![1]!, values });
      const answer = answers.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('asked once too often'));
    },
    prepared: (_name: string, text: string, values: unknown[]) => database.query(text, values),
    manager: { update: (...update: unknown[]) => Promise.resolve(void updates.push(update)) },
    transaction: (work: (tx: object) => Promise<unknown>) => work(database),
  };
  const spending = { addTo: (_account: string, records: object[]) => records.map(withoutLimit) };
  const keys = new KeysService(database as unknown as Database, spending as unknown as KeySpending);
  return { keys, statements, updates };
}

describe('a new key', () => {
  it('is returned with its secret, of which the database gets only the hash and the last four characters', async () => {
    const { keys, statements } = serviceOf([{ place: 1, ...row }]);
    const { key, ...returned } = await keys.create(ACCOUNT, asked);
    expect(returned).toEqual({ success: true, ...record });
    expect(parseSecret(key)).toBe('test');
    expect(statements).toHaveLength(1);
    const [id, ...values] = statements[0]!.values;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(values).toEqual([ACCOUNT, 'Production', 'test', key.slice(-4), hashSecret(key), ['write'], 120]);
  });

  it('is tried again, with the same secret, while others win the places that it tries', async () => {
    const lost = { place: 1, id: null };
    const { keys, statements } = serviceOf([lost], [lost], [{ place: 3, ...row }]);
    const { key } = await keys.create(ACCOUNT, asked);
    expect(statements.map(({ values }) => values[5])).toEqual([
      hashSecret(key),
      hashSecret(key),
      hashSecret(key),
    ]);
  });

  it('is refused with 409 when every place is taken', async () => {
    const { keys, statements } = serviceOf([{ place: null, id: null }]);
    await expect(keys.create(ACCOUNT, asked)).rejects.toMatchObject({
      code: 'active_key_limit_reached',
      status: 409,
    });
    expect(statements).toHaveLength(1);
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
    const { keys } = serviceOf([{ ...row, requests: '42', last_used_at: used, revoked_at: revoked }]);
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

describe('renaming a key', () => {
  it('updates only the caller’s key and returns the name it has set, also after a concurrent rename', async () => {
    const { keys, statements, updates } = serviceOf([row], [{ ...row, name: 'of another rename' }]);
    expect(await keys.update(ACCOUNT, KEY, { name: 'Mine' })).toEqual({
      success: true,
      ...record,
      name: 'Mine',
    });
    expect(updates).toEqual([[ApiKeyEntity, { id: ID, accountId: ACCOUNT }, { name: 'Mine' }]]);
    const read = { verb: 'select', values: [ID, ACCOUNT] };
    expect(statements).toEqual([read, read]);
  });
});

describe('revoking a key', () => {
  it('updates only the caller’s key, and returns the record', async () => {
    const { keys, statements } = serviceOf([{ id: ID }], [row]);
    expect(await keys.revoke(ACCOUNT, KEY)).toEqual({ success: true, ...record });
    expect(statements).toEqual([
      { verb: 'with', values: [ID, ACCOUNT] },
      { verb: 'select', values: [ID, ACCOUNT] },
    ]);
  });
});

describe('a key that is not the caller’s', () => {
  const notFound = { code: 'key_not_found', status: 404 };

  it('is a 404, like an unknown key', async () => {
    await expect(serviceOf([]).keys.update(ACCOUNT, KEY, { name: 'x' })).rejects.toMatchObject(notFound);
    await expect(serviceOf([], []).keys.revoke(ACCOUNT, KEY)).rejects.toMatchObject(notFound);
  });

  it.each(['', 'key_', ID, KEY.replace('key_', 'pred_'), `${KEY}0`, KEY.toUpperCase()])(
    'and the id %j, which none can have, reach no statement',
    async (id) => {
      const { keys, statements, updates } = serviceOf();
      await expect(keys.update(ACCOUNT, id, { name: 'x' })).rejects.toMatchObject(notFound);
      await expect(keys.revoke(ACCOUNT, id)).rejects.toMatchObject(notFound);
      expect([...statements, ...updates]).toEqual([]);
    },
  );
});
