import type { Database, Queryable, Statement } from '../../platform/database/index.js';
import type { SpendingReader } from '../summaries/spending.reader.js';
import {
  LOCK_COUNTED_ACCOUNTS,
  LOCK_LIMITS,
  READ_COUNTERS,
  REMOVE_LIMIT,
  ROLL_COUNTERS,
  SET_LIMIT,
  SPENT_BY_END_USER,
} from './spend-counters.sql.js';
import { SpendLimits } from './spend-limits.js';

const END = new Date('2026-03-02T00:00:00Z');
const counter = (key_id: string | null, spent = '1500') => ({
  ...{ key_id, credits: '5000', period: 'day', spent, period_end: END },
});
const shown = (spent = 1500n) => ({ limit: { credits: 5000n, period: 'day' }, spent, periodEndsAt: END });

/** @param answers the rows of statements, by their names. */
function limitsWith(answers: Record<string, object[]>, totals: object[] = []) {
  const ran: [statement: Statement<object, object>, values: object][] = [];
  const run = (statement: Statement<object, object>, values: object) => {
    ran.push([statement, values]);
    return Promise.resolve(answers[statement.name] ?? []);
  };
  const tx = { run } as unknown as Queryable;
  const database = {
    run,
    list: (_: string, statement: Statement<object, object>, values: object) => run(statement, values),
    transaction: (work: (on: Queryable) => Promise<void>) => work(tx),
  };
  const asked: unknown[][] = [];
  const spending = { by: (...of: unknown[]) => (asked.push(of), Promise.resolve(totals)) };
  const limits = new SpendLimits(database as unknown as Database, spending as unknown as SpendingReader);
  return { ran, asked, tx, limits };
}

it('an account that does not exist has no limits: 404', async () => {
  const { limits, tx } = limitsWith({});
  await expect(limits.lock(tx, 'acc')).rejects.toMatchObject({ code: 'account_not_found' });
  const known = limitsWith({ [LOCK_LIMITS.name]: [{}] });
  await known.limits.lock(known.tx, 'acc');
  expect(known.ran).toEqual([[LOCK_LIMITS, { account: 'acc' }]]);
});

it('a limit that is set replaces the one before, and says what was spent', async () => {
  const row = { spent: '700', period_end: END, old_credits: '9000', old_period: 'week' };
  const { limits, tx, ran } = limitsWith({ [SET_LIMIT.name]: [row] });
  const limit = { credits: 5000n, period: 'day' } as const;
  expect(await limits.set(tx, { accountId: 'acc', keyId: 'key' }, limit)).toEqual({
    ...{ limit, spent: 700n, periodEndsAt: END, before: { credits: 9000n, period: 'week' } },
  });
  expect(ran).toEqual([
    [SET_LIMIT, { account: 'acc', key: 'key', externalUserId: null, credits: '5000', period: 'day' }],
  ]);
});

it('the first limit replaces none, and one that is removed is the one before', async () => {
  const first = { spent: '0', period_end: null, old_credits: null, old_period: null };
  const { limits, tx } = limitsWith({
    ...{
      [SET_LIMIT.name]: [first],
      [REMOVE_LIMIT.name]: [{ ...first, old_credits: '5', old_period: 'total' }],
    },
  });
  const subject = { accountId: 'acc', externalUserId: 'ada' };
  const limit = { credits: 1n, period: 'total' } as const;
  const none = { spent: 0n, periodEndsAt: null };
  expect(await limits.set(tx, subject, limit)).toEqual({ ...none, limit, before: null });
  const before = { credits: 5n, period: 'total' };
  expect(await limits.set(tx, subject, null)).toEqual({ ...none, limit: null, before });
  const unlimited = limitsWith({});
  expect(await unlimited.limits.set(unlimited.tx, subject, null)).toEqual({
    ...{ ...none, limit: null, before: null },
  });
  expect(unlimited.ran).toEqual([[REMOVE_LIMIT, { account: 'acc', key: null, externalUserId: 'ada' }]]);
});

it('a period begins after the accounts of its counters are locked', async () => {
  const { limits, ran } = limitsWith({});
  await limits.roll(['key:1']);
  expect(ran).toEqual([
    [LOCK_COUNTED_ACCOUNTS, { subjects: ['key:1'] }],
    [ROLL_COUNTERS, { subjects: ['key:1'] }],
  ]);
});

it('of a call the key comes before the end user', async () => {
  const rows = [counter(null, '2'), counter('key', '1')];
  for (const answer of [rows, rows.toReversed()]) {
    const { limits, ran } = limitsWith({ [READ_COUNTERS.name]: answer });
    expect(await limits.ofCall('acc', 'key', 'ada')).toEqual([
      { kind: 'key', ...shown(1n) },
      { kind: 'end_user', ...shown(2n) },
    ]);
    expect(ran).toEqual([[READ_COUNTERS, { account: 'acc', keys: ['key'], externalUserId: 'ada' }]]);
  }
  const { limits, ran } = limitsWith({});
  expect(await limits.ofCall('acc', null, null)).toEqual([]);
  expect(ran).toEqual([[READ_COUNTERS, { account: 'acc', keys: [], externalUserId: null }]]);
});

it('keys without a limit say what they have ever spent, less what was refunded', async () => {
  const totals = [
    { part: 'b', charged: 900n, refunded: 200n },
    { part: 'a', charged: 1n, refunded: 0n },
  ];
  const { limits, asked } = limitsWith({ [READ_COUNTERS.name]: [counter('a')] }, totals);
  const none = { limit: null, periodEndsAt: null };
  expect(await limits.ofKeys('acc', ['a', 'b', 'c'])).toEqual(
    new Map<string, object>([
      ['a', shown()],
      ['b', { ...none, spent: 700n }],
      ['c', { ...none, spent: 0n }],
    ]),
  );
  expect(asked).toEqual([['key', 'acc', new Date(0), new Date('9999-01-01T00:00:00Z')]]);
});

it('sums are read for keys without a limit alone', async () => {
  const { limits, asked, ran } = limitsWith({ [READ_COUNTERS.name]: [counter('a')] });
  expect(await limits.ofKeys('acc', ['a'])).toEqual(new Map([['a', shown()]]));
  expect(await limits.ofKeys('acc', [])).toEqual(new Map());
  expect([asked.length, ran.length]).toEqual([0, 1]);
});

it('an end user without a limit says what was ever spent', async () => {
  const limited = limitsWith({ [READ_COUNTERS.name]: [counter(null)] });
  expect(await limited.limits.ofEndUser('acc', 'ada')).toEqual(shown());
  const { limits, ran } = limitsWith({ [SPENT_BY_END_USER.name]: [{ spent: '42' }] });
  expect(await limits.ofEndUser('acc', 'ada')).toEqual({ limit: null, spent: 42n, periodEndsAt: null });
  expect(ran).toEqual([
    [READ_COUNTERS, { account: 'acc', keys: [], externalUserId: 'ada' }],
    [SPENT_BY_END_USER, { account: 'acc', externalUserId: 'ada' }],
  ]);
});
