import { jest } from '@jest/globals';
import type { ClientBase } from 'pg';
import type { Database } from '../platform/database/index.js';
import { CHECKS, LEDGER_CHECKS, LEDGER_SUM } from './ledger-checks.sql.js';
import * as endSql from './ledger-end.sql.js';
import * as counterSql from './ledger-verifier.counters.sql.js';
import { LedgerVerifier, VerificationRunning, verifyOn, type VerifyOptions } from './ledger-verifier.js';
import * as sql from './ledger-verifier.sql.js';
import * as overviewSql from './overview/overview-verification.sql.js';

type Sent = { text: string; values: unknown[]; query_timeout?: number };
type Rows = object[];

const NAMES = new Map(
  Object.entries({ ...endSql, ...sql, ...counterSql, ...overviewSql }).map(([name, one]) => [
    typeof one === 'object' ? one.text : null,
    name,
  ]),
);
const CHECKPOINT = {
  pass: '4',
  entries_to: '10',
  entries: '7',
  granted: '70',
  predictions_to: 'p0',
  findings: '0',
  sums_to: '5',
  overview_to: '5',
};

/** Fakes a connection: a named statement returns the next of its results; the last one repeats. */
function connection(changes: Record<string, Rows[]> = {}) {
  const results: Record<string, Rows[]> = {
    CHECKPOINT: [[CHECKPOINT]],
    EARLIEST_ID: [[{ earliest: 'p0' }]],
    NEW_PASS: [[{ ...CHECKPOINT, entries_to: '0', predictions_to: 'first' }]],
    PREDICTIONS: [[{ predictions_to: null }]],
    NEWEST_ENTRY: [[{ newest: '10' }]],
    WRITERS: [[{ writers: null, pid: null }]],
    SUMMED_TO: [[{ entries_to: '9' }]],
    SUMS: [[{ account_to: null, quarter_to: null }]],
    SUMMED_OVERVIEW: [[{ entries_to: '9' }]],
    OVERVIEW: [[{ hour_to: null }]],
    COUNTERS: [[{ counter_to: null }]],
    LOTS: [[{ account_to: null }]],
    ACCOUNTS: [
      [{ accounts: '3', accounts_to: 'a3', customers: '60', granted: '-10' }],
      [{ accounts: '0', accounts_to: null, customers: '0', granted: '0' }],
    ],
    ...changes,
  };
  const sent: { name: string; values: unknown[] }[] = [];
  const timeouts = new Set<unknown>();
  const query = async ({ text, values, query_timeout }: Sent) => {
    const name = NAMES.get(text) ?? text;
    const turn = sent.filter((one) => one.name === name).length;
    sent.push({ name, values });
    if (text.includes('pg_try_advisory_lock')) return { rows: [{ locked: true }] };
    timeouts.add(query_timeout);
    const all = results[name] ?? [[]];
    return { rows: all[Math.min(turn, all.length - 1)]! };
  };
  const client = { query };
  const verify = (options: VerifyOptions = {}) => verifyOn(client as unknown as ClientBase, options);
  const valuesOf = (name: string) => sent.filter((one) => one.name === name).map(({ values }) => values);
  return {
    client: client as unknown as ClientBase,
    verify,
    valuesOf,
    sent,
    timeouts,
  };
}

const finding = (check: number, subject: string, account = 'a1') => ({
  check_number: check,
  subject,
  account,
  detail: 'off',
});

describe('a verification of the ledger', () => {
  it('continues at the checkpoint: predictions, then entries, then every account', async () => {
    const entries = { entries_to: '30', entries: '20' };
    const { verify, valuesOf, timeouts } = connection({
      CHECKPOINT: [[CHECKPOINT], [CHECKPOINT], [{ ...CHECKPOINT, entries_to: '30', entries: '27' }]],
      PREDICTIONS: [[{ predictions_to: 'p9' }], [{ predictions_to: null }]],
      NEWEST_ENTRY: [[{ newest: '30' }]],
      ENTRIES: [[entries]],
    });
    expect(await verify()).toEqual({ accounts: 3, transfers: 27, newTransfers: 20, findings: 0 });
    expect(valuesOf('PREDICTIONS').map(([after]) => after)).toEqual(['p0', 'p9']);
    expect(valuesOf('ENTRIES')).toEqual([['10', '30', 2_000, '4', 'p0']]);
    expect(valuesOf('ACCOUNTS').map(([after, , pass, to]) => [after, pass, to])).toEqual([
      ['00000000-0000-0000-0000-000000000000', '4', '30'],
      ['a3', '4', '30'],
    ]);
    expect(valuesOf('NEW_PASS')).toEqual([]);
    expect(timeouts).toEqual(new Set([62_000]));
  });

  it.each<[string, VerifyOptions, string]>([
    ['when asked to', { all: true }, '0'],
    ['after one with findings', {}, '1'],
  ])('reads everything anew %s', async (_when, options, findings) => {
    const { verify, valuesOf } = connection({ CHECKPOINT: [[{ ...CHECKPOINT, findings }]] });
    await verify(options);
    expect(valuesOf('NEW_PASS')).toHaveLength(1);
    expect(valuesOf('PREDICTIONS')[0]![0]).toBe('first');
  });

  it('lets the next walk over predictions begin before the first that may have been uncommitted', async () => {
    const { verify, valuesOf, sent } = connection({ EARLIEST_ID: [[{ earliest: 'an hour ago' }]] });
    await verify();
    expect(valuesOf('END_PREDICTIONS')).toEqual([['an hour ago']]);
    const turnOf = (name: string) => sent.findIndex((one) => one.name === name);
    expect(turnOf('EARLIEST_ID')).toBeLessThan(turnOf('PREDICTIONS'));
  });

  it('verifies entries that arrived meanwhile, until few are left', async () => {
    const at = (entries_to: string) => [{ ...CHECKPOINT, entries_to }];
    const { verify, valuesOf } = connection({
      CHECKPOINT: [at('10'), at('10'), at('2000'), at('2900')],
      NEWEST_ENTRY: [[{ newest: '2000' }], [{ newest: '2900' }]],
      ENTRIES: [[{ entries_to: '2000', entries: '1990' }], [{ entries_to: '2900', entries: '900' }]],
    });
    expect((await verify()).newTransfers).toBe(2_890);
    expect(valuesOf('ENTRIES').map(([from, to]) => [from, to])).toEqual([
      ['10', '2000'],
      ['2000', '2900'],
    ]);
  });

  it('waits for the transactions that were writing, and for no newer one', async () => {
    const { verify, valuesOf } = connection({
      WRITERS: [
        [{ writers: ['3/7', '4/9'], pid: 5 }],
        [{ writers: ['4/9'], pid: 6 }],
        [{ writers: null, pid: null }],
      ],
    });
    await verify();
    expect(valuesOf('WRITERS')).toEqual([[null], [['3/7', '4/9']], [['4/9']]]);
  });

  it('reports the findings of each part before the next one begins, and counts them', async () => {
    const reported: unknown[] = [];
    const { verify, sent } = connection({
      PREDICTIONS: [[{ predictions_to: 'p9', ...finding(5, 'p1', 'a9') }], [{ predictions_to: null }]],
      ACCOUNTS: [
        [
          { accounts: '3', accounts_to: 'a3', customers: '70', granted: '0', ...finding(0, 'a1') },
          { ...finding(1, 'a1') },
        ],
        [{ accounts: '0', accounts_to: null, customers: '0', granted: '0' }],
      ],
    });
    const report = await verify({
      onFindings: (found) => void reported.push(...found.map((one) => ({ ...one, turn: sent.at(-1)!.name }))),
    });
    expect(report.findings).toBe(3);
    expect(reported).toEqual([
      { check: CHECKS[5]!.name, subject: 'p1', account: 'a9', detail: 'off', turn: 'PREDICTIONS' },
      { check: CHECKS[0]!.name, subject: 'a1', account: 'a1', detail: 'off', turn: 'ACCOUNTS' },
      { check: CHECKS[1]!.name, subject: 'a1', account: 'a1', detail: 'off', turn: 'ACCOUNTS' },
    ]);
  });

  it('reports the ledger as a whole when its accounts do not sum to zero, and counts that', async () => {
    const onFindings = jest.fn<NonNullable<VerifyOptions['onFindings']>>();
    const { verify, valuesOf } = connection({
      ACCOUNTS: [
        [{ accounts: '3', accounts_to: 'a3', customers: '61', granted: '-10' }],
        [{ accounts: '0', accounts_to: null, customers: '0', granted: '0' }],
      ],
    });
    expect((await verify({ onFindings })).findings).toBe(1);
    const detail = 'wallets and held less owed 61, granted less earned 60';
    expect(onFindings).toHaveBeenCalledWith([
      { check: LEDGER_SUM, subject: 'ledger', account: null, detail },
    ]);
    expect(valuesOf('COUNT_FINDING')).toHaveLength(1);
  });

  it('walks the sums with new entries, and remembers what was summed when the walk began', async () => {
    const quarter_to = new Date('2026-11-01T10:15:00Z');
    const { verify, valuesOf } = connection({
      SUMS: [
        [{ account_to: 'a2', quarter_to, ...finding(8, 'a2', 'a2') }],
        [{ account_to: null, quarter_to: null }],
      ],
    });
    expect((await verify()).findings).toBe(1);
    expect(valuesOf('SUMS')).toEqual([
      ['00000000-0000-0000-0000-000000000000', '-infinity', 2_000, '5'],
      ['a2', quarter_to, expect.any(Number), '5'],
    ]);
    expect(valuesOf('SUMS_VERIFIED')).toEqual([['9']]);
  });

  it('walks every spend counter', async () => {
    const { verify, valuesOf } = connection({
      COUNTERS: [[{ counter_to: 'key:k1', ...finding(11, 'a2', 'a2') }], [{ counter_to: null }]],
    });
    expect((await verify()).findings).toBe(1);
    expect(valuesOf('COUNTERS').map(([after]) => after)).toEqual(['', 'key:k1']);
  });

  it('walks the lots of every account that has credits which expire', async () => {
    const { verify, valuesOf } = connection({
      LOTS: [[{ account_to: 'a2', ...finding(14, 'a2', 'a2') }], [{ account_to: null }]],
    });
    expect((await verify()).findings).toBe(1);
    expect(valuesOf('LOTS').map(([after]) => after)).toEqual(['00000000-0000-0000-0000-000000000000', 'a2']);
  });

  it('stops between two parts when aborted, with the reason', async () => {
    const stopping = new AbortController();
    const { verify, valuesOf } = connection({
      PREDICTIONS: [[{ predictions_to: 'p9', ...finding(5, 'p1') }]],
    });
    const onFindings = () => stopping.abort(new Error('the service is stopping'));
    await expect(verify({ signal: stopping.signal, onFindings })).rejects.toThrow('the service is stopping');
    expect(valuesOf('PREDICTIONS')).toHaveLength(1);
  });

  it('is refused while another one runs, and closes its connection', async () => {
    const close = jest.fn();
    const client = { query: async () => ({ rows: [{ locked: false }] }) };
    const database = { openSession: async () => ({ client, close }) } as unknown as Database;
    await expect(new LedgerVerifier(database).verify()).rejects.toThrow(VerificationRunning);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('uses one session, and closes it', async () => {
    const { client } = connection();
    const close = jest.fn();
    const database = { openSession: async () => ({ client, close }) } as unknown as Database;
    expect(await new LedgerVerifier(database).verify()).toMatchObject({ accounts: 3, findings: 0 });
    expect(close).toHaveBeenCalledTimes(1);
  });
});

it('names every check once, and the whole ledger', () => {
  expect(new Set(LEDGER_CHECKS)).toEqual(new Set([...CHECKS.map(({ name }) => name), LEDGER_SUM]));
  expect(LEDGER_CHECKS).toHaveLength(CHECKS.length + 1);
});
